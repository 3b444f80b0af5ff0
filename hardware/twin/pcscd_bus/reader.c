/* A reader on the bus of bus.c: vsmartcard's vpcd with one slot, on the port given by the bus.
 *
 * vpcd stores its slots in global variables of the library, so each reader has its own copy of
 * vpcd, in the same folder as its copy of this file. pcscd calls these functions one at a time.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <ifdhandler.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *vpcd(const char *name) {
    static void *library;
    if (!library) {
        char path[PATH_MAX];
        Dl_info self;
        dladdr((void *) &vpcd, &self);
        snprintf(path, sizeof path, "%s", self.dli_fname);
        strcpy(strrchr(path, '/') + 1, "vpcd.so");
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    return library ? dlsym(library, name) : NULL;
}

#define VPCD(name) ((__typeof__(&name)) vpcd(#name))

/* A reader's slot in vpcd is the lower half of its number; here it is always 0. */
static DWORD first(DWORD lun) { return lun & ~(DWORD) 0xffff; }

RESPONSECODE IFDHCreateChannelByName(DWORD lun, LPSTR name) {
    char device[64];
    const char *port = strrchr(name, ':');
    if (!port || !vpcd("IFDHCreateChannelByName"))
        return IFD_COMMUNICATION_ERROR;
    snprintf(device, sizeof device, "/dev/null%s", port);
    return VPCD(IFDHCreateChannelByName)(first(lun), device);
}

RESPONSECODE IFDHCreateChannel(DWORD lun, DWORD channel) {
    (void) lun, (void) channel;
    return IFD_COMMUNICATION_ERROR;
}

RESPONSECODE IFDHCloseChannel(DWORD lun) { return VPCD(IFDHCloseChannel)(first(lun)); }

RESPONSECODE IFDHGetCapabilities(DWORD lun, DWORD tag, PDWORD length, PUCHAR value) {
    if ((tag == TAG_IFD_SLOTS_NUMBER || tag == TAG_IFD_SIMULTANEOUS_ACCESS) && *length >= 1) {
        *length = 1;
        *value = 1;
        return IFD_SUCCESS;
    }
    return VPCD(IFDHGetCapabilities)(first(lun), tag, length, value);
}

RESPONSECODE IFDHSetCapabilities(DWORD lun, DWORD tag, DWORD length, PUCHAR value) {
    return VPCD(IFDHSetCapabilities)(first(lun), tag, length, value);
}

RESPONSECODE IFDHSetProtocolParameters(
    DWORD lun, DWORD protocol, UCHAR flags, UCHAR pts1, UCHAR pts2, UCHAR pts3) {
    return VPCD(IFDHSetProtocolParameters)(first(lun), protocol, flags, pts1, pts2, pts3);
}

RESPONSECODE IFDHPowerICC(DWORD lun, DWORD action, PUCHAR atr, PDWORD length) {
    return VPCD(IFDHPowerICC)(first(lun), action, atr, length);
}

RESPONSECODE IFDHTransmitToICC(
    DWORD lun, SCARD_IO_HEADER send, PUCHAR tx, DWORD tx_length, PUCHAR rx, PDWORD rx_length,
    PSCARD_IO_HEADER receive) {
    return VPCD(IFDHTransmitToICC)(first(lun), send, tx, tx_length, rx, rx_length, receive);
}

RESPONSECODE IFDHControl(
    DWORD lun, DWORD code, PUCHAR tx, DWORD tx_length, PUCHAR rx, DWORD rx_length,
    LPDWORD returned) {
    return VPCD(IFDHControl)(first(lun), code, tx, tx_length, rx, rx_length, returned);
}

RESPONSECODE IFDHICCPresence(DWORD lun) { return VPCD(IFDHICCPresence)(first(lun)); }
