"""What people see and hear; subscribers of the contract, and nothing else."""
