// Jadwal: see README.md's map.
