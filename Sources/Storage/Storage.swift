// Storage: see README.md's map.
