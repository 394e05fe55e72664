"""Microseconds that adhanpy, a port of the Adhan library, needs for a day and place: 20 cities, 73 days."""

import time
from datetime import date, timedelta

from adhanpy.PrayerTimes import PrayerTimes
from adhanpy.calculation import CalculationMethod

PLACES = [(5 + 2 * number, -170 + 17 * number) for number in range(20)]
DAYS = [date(2026, 1, 1) + timedelta(days=5 * number) for number in range(73)]

began = time.perf_counter()
for latitude, longitude in PLACES:
    for day in DAYS:
        PrayerTimes((latitude, longitude), day, CalculationMethod.MUSLIM_WORLD_LEAGUE)
print((time.perf_counter() - began) / len(PLACES) / len(DAYS) * 1e6)
