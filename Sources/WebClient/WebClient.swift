// WebClient: see README.md's map.
