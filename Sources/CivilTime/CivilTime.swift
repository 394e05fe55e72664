// CivilTime: see README.md's map.
