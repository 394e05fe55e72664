import CivilTime
import Testing
import Weather

/// 27 November 2026, 08:00 UTC.
private let eight = Instant(secondsSince1970: 1_795_766_400)

private func hours(_ count: Int, from start: Instant = eight) -> Range<Instant> {
    start..<start + .seconds(count * 3_600)
}

private func forecast(_ service: WeatherService, _ json: String) throws(ForecastError) -> Forecast {
    try service.forecast(Array(json.utf8), fetchedAt: eight)
}

@Suite("Answers of weather services")
struct WeatherServiceTests {
    @Test("Open-Meteo's lists become hours; rain and gusts are those of the hour that ends")
    func openMeteo() throws {
        let hours = try forecast(.openMeteo, """
            {"latitude":24.75,"longitude":46.75,"utc_offset_seconds":0,
             "hourly_units":{"time":"unixtime","temperature_2m":"°C","precipitation":"mm","wind_gusts_10m":"km/h",
                             "precipitation_probability":"%","weather_code":"wmo code"},
             "hourly":{"time":[1795766400,1795770000,1795773600],"temperature_2m":[31.5,32.0,null],
                       "apparent_temperature":[33.1,null,30.0],"precipitation_probability":[0,40,null],
                       "precipitation":[0.0,0.4,0.0],"wind_gusts_10m":[12.0,44.5,20.0],"weather_code":[0,95,61]}}
            """).hours
        #expect(hours.map(\.time.lowerBound) == [0, 1, 2].map { eight + .seconds($0 * 3_600) })
        #expect(hours[0] == WeatherHour(
            hours[0].time, temperature: 31.5, apparent: 33.1, rainChance: 40, rain: 0.4, gust: 44.5, condition: .clear))
        #expect(hours[1] == WeatherHour(
            hours[1].time, temperature: 32, rain: 0, gust: 20, condition: .thunder), "null is no value")
        #expect(hours[2] == WeatherHour(hours[2].time, apparent: 30, condition: .rain), "the last hour does not end")
    }

    @Test("Open-Meteo's other units and the clock of the place are understood")
    func openMeteoUnits() throws {
        let hour = try #require(try forecast(.openMeteo, """
            {"utc_offset_seconds":10800,
             "hourly_units":{"time":"iso8601","temperature_2m":"°F","precipitation":"inch","wind_gusts_10m":"m/s"},
             "hourly":{"time":["2026-11-27T11:00","2026-11-27T12:00"],"temperature_2m":[95.0,null],
                       "precipitation":[null,0.5],"wind_gusts_10m":[null,10.0]}}
            """).hours.first)
        #expect(hour == WeatherHour(hours(1), temperature: 35, rain: 12.7, gust: 36))
    }

    @Test("OpenWeather's steps are the three hours before their time; the rain is shared, and gusts may be missing")
    func openWeather() throws {
        let found = try forecast(.openWeather, """
            {"cod":"200","cnt":2,"city":{"timezone":10800},"list":[
             {"dt":1795777200,"main":{"temp":41.0,"feels_like":39.5},"weather":[{"id":800},{"id":761}],
              "wind":{"speed":5.0,"gust":12.5},"pop":0.55,"rain":{"3h":1.8}},
             {"dt":1795788000,"main":{"temp":38.0,"feels_like":36.0},"weather":[{"id":801}],"wind":{"speed":2.5},"pop":0}]}
            """)
        #expect(found.hours[0].time == hours(3))
        #expect(found.hours[0].condition == .dust && found.hours[0].apparent == 39.5)
        #expect(abs((found.hours[0].rain ?? 0) - 0.6) < 1e-9 && abs((found.hours[0].rainChance ?? 0) - 55) < 1e-9)
        #expect(found.hours[0].wind == 18 && found.hours[0].gust == 45)
        #expect(found.hours[1].rain == 0 && found.hours[1].gust == nil && found.hours[1].wind == 9)
        #expect(found.worst(during: hours(6))?.gust == 45)
    }

    @Test("MET Norway's hours and six-hour steps get an apparent temperature")
    func metNorway() throws {
        let found = try forecast(.metNorway, """
            {"type":"Feature","geometry":{"type":"Point","coordinates":[46.7,24.7,612]},"properties":{
             "meta":{"updated_at":"2026-11-27T06:31:11Z","units":{"air_temperature":"celsius","wind_speed":"m/s"}},
             "timeseries":[
              {"time":"2026-11-27T08:00:00Z","data":{
               "instant":{"details":{"air_temperature":35.0,"relative_humidity":30.0,"wind_speed":10.0,
                                     "wind_speed_of_gust":15.0}},
               "next_1_hours":{"summary":{"symbol_code":"lightrainshowersandthunder_day"},
                               "details":{"precipitation_amount":0.7,"probability_of_precipitation":35.0}},
               "next_6_hours":{"summary":{"symbol_code":"rain"},"details":{"precipitation_amount":9.0}}}},
              {"time":"2026-11-27T09:00:00Z","data":{"instant":{"details":{"air_temperature":20.0}},
               "next_6_hours":{"summary":{"symbol_code":"cloudy"},"details":{"precipitation_amount":3.0}}}},
              {"time":"2026-11-27T15:00:00Z","data":{"instant":{"details":{"air_temperature":18.0}}}}]}}
            """)
        #expect(found.issuedAt == eight - .seconds(88 * 60 + 49))
        #expect(found.hours.map(\.time) == [hours(1), hours(6, from: eight + .seconds(3_600))])
        let first = found.hours[0]
        // By hand: e = 0.3 · 6.105 · exp(17.27 · 35 / 272.7) = 16.805 hPa; 35 + 5.546 - 7 - 4.
        #expect(abs((first.apparent ?? 0) - 29.546) < 0.001)
        #expect(first.condition == .thunder && first.rain == 0.7 && first.rainChance == 35 && first.gust == 54)
        #expect(found.hours[1].rain == 0.5 && found.hours[1].apparent == nil && found.hours[1].condition == .cloudy)
    }

    @Test("refusals and other wrong answers have an error each", arguments: [
        (WeatherService.openMeteo, #"{"error":true,"reason":"Value of type 'Double' required"}"#,
         ForecastError.refused),
        (.openWeather, #"{"cod":401,"message":"Invalid API key."}"#, .refused),
        (.openWeather, #"{"cod":"404","message":"city not found"}"#, .refused),
        (.openMeteo, #"{"hourly":{"time":[1795766400],"temperature_2m":[31.5"#, .notJSON),
        (.metNorway, "<html><title>403 Forbidden</title></html>", .notJSON),
        (.openWeather, "", .notJSON),
        (.metNorway, #"{"type":"Feature"}"#, .otherShape),
        (.openMeteo, "{}", .otherShape),
        (.openWeather, #"{"cod":"200"}"#, .otherShape),
        (.openMeteo, #"{"hourly":{"time":[1795766400],"temperature_2m":["warm"]}}"#, .otherShape),
        (.openMeteo, #"{"hourly":{"time":[1795766400,1795770000],"temperature_2m":[31.5]}}"#, .otherShape),
        (.openMeteo, #"{"hourly":{"time":["tomorrow"]}}"#, .otherShape),
        (.openMeteo, #"{"hourly":{"time":[1e300]}}"#, .otherShape),
        (.metNorway, #"{"properties":{"timeseries":[{"time":"2026-11-27","data":{"instant":{}}}]}}"#, .otherShape),
        (.openMeteo, #"{"hourly_units":{"temperature_2m":"K"},"hourly":{"time":[1795766400]}}"#, .otherUnits),
        (.openWeather, #"{"cod":"200","list":[{"dt":1795777200,"main":{"temp":304.6}}]}"#, .otherUnits),
        (.metNorway, #"{"properties":{"meta":{"units":{"wind_speed":"knots"}},"timeseries":[]}}"#, .otherUnits),
        (.metNorway, #"{"properties":{"timeseries":[]}}"#, .empty),
        (.openMeteo, #"{"hourly":{"time":[]}}"#, .empty),
    ])
    func wrong(service: WeatherService, json: String, expected: ForecastError) {
        #expect(throws: expected) { try forecast(service, json) }
    }

    @Test("an answer of more than a megabyte is not read")
    func size() {
        let octets = Array(repeating: UInt8(ascii: " "), count: WeatherService.maximumOctets + 1)
        #expect(throws: ForecastError.tooLarge) { try WeatherService.openMeteo.forecast(octets, fetchedAt: eight) }
    }

    @Test("the codes of all services mean the same conditions", arguments: [
        (WeatherCondition(wmo: 0), WeatherCondition.clear), (.init(wmo: 3), .cloudy), (.init(wmo: 45), .fog),
        (.init(wmo: 63), .rain), (.init(wmo: 82), .rain), (.init(wmo: 75), .snow), (.init(wmo: 31), .dust),
        (.init(wmo: 95), .thunder), (.init(wmo: 99), .thunder), (.init(openWeather: 211), .thunder),
        (.init(openWeather: 731), .dust), (.init(openWeather: 751), .dust), (.init(openWeather: 761), .dust),
        (.init(openWeather: 762), .dust), (.init(openWeather: 741), .fog), (.init(openWeather: 500), .rain),
        (.init(openWeather: 800), .clear), (.init(met: "clearsky_night"), .clear), (.init(met: "fair_day"), .clear),
        (.init(met: "heavyrainandthunder"), .thunder), (.init(met: "lightsleetshowers_polartwilight"), .snow),
        (.init(met: "partlycloudy_day"), .cloudy), (.init(met: "fog"), .fog),
    ])
    func conditions(found: WeatherCondition?, expected: WeatherCondition) {
        #expect(found == expected)
        #expect(expected.isStorm == [.dust, .thunder].contains(expected))
    }

    @Test("an unknown code is no condition")
    func unknownCodes() {
        #expect(WeatherCondition(wmo: 100) == nil && WeatherCondition(wmo: -1) == nil)
        #expect(WeatherCondition(openWeather: 900) == nil && WeatherCondition(met: "meteors") == nil)
    }
}
