"""What a figure still lacks, and how likely it is to be finished."""
