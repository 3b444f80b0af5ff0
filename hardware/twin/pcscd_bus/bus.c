/* A library preloaded into a real pcscd. It simulates a USB bus and redirects pcscd's folders.
 *
 * It answers pcscd's calls to udev. A reader is plugged in while $TAPIS_PCSCD/usb contains a file
 * named after the reader's number. The file contains the port on which the reader accepts its
 * virtual cards. At run time, "+7\n" or "-7\n" in the pipe $TAPIS_PCSCD/events reports that reader
 * 7 has been plugged in or unplugged. Folders built into pcscd are redirected to $TAPIS_PCSCD, so
 * that many instances can run on one machine without root. Nothing else in pcscd is changed.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name)) dlsym(RTLD_NEXT, #name))

static const char *root(void) {
    const char *folder = getenv("TAPIS_PCSCD");
    return folder ? folder : "";
}

/* ---- the built-in folders ---- */

static const char *moved(const char *path, char *room) {
    static const char *const ours[] = {"/run/pcscd", "/usr/lib/pcsc/drivers"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (path && strncmp(path, ours[i], strlen(ours[i])) == 0) {
            snprintf(room, PATH_MAX, "%s%s", root(), path);
            return room;
        }
    return path;
}

int mkdir(const char *path, mode_t mode) {
    char room[PATH_MAX];
    return REAL(mkdir)(moved(path, room), mode);
}

int chmod(const char *path, mode_t mode) {
    char room[PATH_MAX];
    return REAL(chmod)(moved(path, room), mode);
}

int remove(const char *path) {
    char room[PATH_MAX];
    return REAL(remove)(moved(path, room));
}

int stat(const char *path, struct stat *about) {
    char room[PATH_MAX];
    return REAL(stat)(moved(path, room), about);
}

/* Debian 13 builds pcscd for large files, so it calls these functions by their other names. */
int stat64(const char *path, struct stat64 *about) {
    char room[PATH_MAX];
    return REAL(stat64)(moved(path, room), about);
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        char room[PATH_MAX]; \
        mode_t mode = 0; \
        if (flags & O_CREAT) { \
            va_list rest; \
            va_start(rest, flags); \
            mode = va_arg(rest, mode_t); \
            va_end(rest); \
        } \
        return REAL(name)(moved(path, room), flags, mode); \
    }
OPEN(open)
OPEN(open64)

FILE *fopen(const char *path, const char *how) {
    char room[PATH_MAX];
    return REAL(fopen)(moved(path, room), how);
}

FILE *fopen64(const char *path, const char *how) {
    char room[PATH_MAX];
    return REAL(fopen64)(moved(path, room), how);
}

DIR *opendir(const char *path) {
    char room[PATH_MAX];
    return REAL(opendir)(moved(path, room));
}

void *dlopen(const char *path, int flags) {
    char room[PATH_MAX];
    return REAL(dlopen)(moved(path, room), flags);
}

int bind(int socket, const struct sockaddr *address, socklen_t length) {
    if (address->sa_family == AF_UNIX) {
        struct sockaddr_un un = {.sun_family = AF_UNIX};
        char room[PATH_MAX];
        const char *path = ((const struct sockaddr_un *) address)->sun_path;
        const char *to = moved(path, room);
        if (to != path && strlen(to) < sizeof un.sun_path) {
            strcpy(un.sun_path, to);
            return REAL(bind)(socket, (struct sockaddr *) &un, sizeof un);
        }
    }
    return REAL(bind)(socket, address, length);
}

/* ---- the bus ---- */

struct udev { int one; };
struct udev_monitor { int fd; };
struct udev_list_entry { struct udev_list_entry *next; char name[16]; };
struct udev_enumerate { struct udev_list_entry *first; };
struct udev_device { char number[16]; char product[8]; char port[16]; char action; };

static struct udev the_bus;

static struct udev_device *device(const char *number, char action) {
    struct udev_device *dev = calloc(1, sizeof *dev);
    char path[PATH_MAX];
    snprintf(dev->number, sizeof dev->number, "%s", number);
    snprintf(dev->product, sizeof dev->product, "%04x", atoi(number) & 0xffff);
    dev->action = action;
    snprintf(path, sizeof path, "%s/usb/%s", root(), dev->number);
    FILE *file = REAL(fopen)(path, "r");
    if (file) {
        if (!fgets(dev->port, sizeof dev->port, file))
            dev->port[0] = 0;
        fclose(file);
    }
    return dev;
}

struct udev *udev_new(void) { return &the_bus; }
struct udev *udev_unref(struct udev *udev) { (void) udev; return NULL; }

struct udev_enumerate *udev_enumerate_new(struct udev *udev) {
    (void) udev;
    return calloc(1, sizeof(struct udev_enumerate));
}

int udev_enumerate_add_match_subsystem(struct udev_enumerate *all, const char *subsystem) {
    (void) all, (void) subsystem;
    return 0;
}

int udev_enumerate_scan_devices(struct udev_enumerate *all) {
    char path[PATH_MAX];
    struct dirent **files;
    snprintf(path, sizeof path, "%s/usb", root());
    int count = scandir(path, &files, NULL, versionsort);
    struct udev_list_entry **last = &all->first;
    for (int i = 0; i < count; i++) {
        if (files[i]->d_name[0] != '.') {
            *last = calloc(1, sizeof **last);
            snprintf((*last)->name, sizeof (*last)->name, "%.15s", files[i]->d_name);
            last = &(*last)->next;
        }
        free(files[i]);
    }
    if (count >= 0)
        free(files);
    return 0;
}

struct udev_list_entry *udev_enumerate_get_list_entry(struct udev_enumerate *all) {
    return all->first;
}

struct udev_list_entry *udev_list_entry_get_next(struct udev_list_entry *entry) {
    return entry->next;
}

const char *udev_list_entry_get_name(struct udev_list_entry *entry) { return entry->name; }

struct udev_enumerate *udev_enumerate_unref(struct udev_enumerate *all) {
    while (all->first) {
        struct udev_list_entry *next = all->first->next;
        free(all->first);
        all->first = next;
    }
    free(all);
    return NULL;
}

struct udev_device *udev_device_new_from_syspath(struct udev *udev, const char *path) {
    (void) udev;
    return device(path, 0);
}

struct udev_device *udev_device_unref(struct udev_device *dev) {
    free(dev);
    return NULL;
}

struct udev_device *udev_device_get_parent_with_subsystem_devtype(
    struct udev_device *dev, const char *subsystem, const char *devtype) {
    (void) subsystem, (void) devtype;
    return dev;
}

const char *udev_device_get_devnode(struct udev_device *dev) { return dev->port; }
const char *udev_device_get_sysname(struct udev_device *dev) { return dev->number; }

const char *udev_device_get_action(struct udev_device *dev) {
    return dev->action == '+' ? "add" : dev->action == '-' ? "remove" : NULL;
}

const char *udev_device_get_sysattr_value(struct udev_device *dev, const char *name) {
    if (strcmp(name, "idVendor") == 0)
        return "7a91";
    return strcmp(name, "idProduct") == 0 ? dev->product : NULL;
}

struct udev_monitor *udev_monitor_new_from_netlink(struct udev *udev, const char *name) {
    static struct udev_monitor monitor;
    char path[PATH_MAX];
    (void) udev, (void) name;
    snprintf(path, sizeof path, "%s/events", root());
    /* Open for reading and writing, so that reads never reach the end of the pipe. */
    monitor.fd = REAL(open)(path, O_RDWR | O_CLOEXEC);
    return monitor.fd < 0 ? NULL : &monitor;
}

int udev_monitor_filter_add_match_subsystem_devtype(
    struct udev_monitor *monitor, const char *subsystem, const char *devtype) {
    (void) monitor, (void) subsystem, (void) devtype;
    return 0;
}

int udev_monitor_enable_receiving(struct udev_monitor *monitor) { (void) monitor; return 0; }
int udev_monitor_get_fd(struct udev_monitor *monitor) { return monitor->fd; }

struct udev_device *udev_monitor_receive_device(struct udev_monitor *monitor) {
    char line[16];
    size_t length = 0;
    while (length < sizeof line - 1 && read(monitor->fd, line + length, 1) == 1) {
        if (line[length] == '\n')
            break;
        length++;
    }
    line[length] = 0;
    return length > 1 ? device(line + 1, line[0]) : NULL;
}
