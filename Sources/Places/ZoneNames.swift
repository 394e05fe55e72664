/// The name of a time zone on pages: that of its city, in both languages.
public struct ZoneName: Sendable, Hashable {
    public let english: String, arabic: String
    /// The names as search compares them, for lists in alphabetical order.
    private let englishKey: String, arabicKey: String

    /// - Parameter zone: IANA name, as in Asia/Riyadh.
    /// - Returns: nil if the table does not know the zone, as one that tzdata got later.
    public init?(zone: String) {
        guard let name = Self.all[zone] else { return nil }
        self = name
    }

    /// Every known zone's name.
    static let all: [String: ZoneName] = {
        var all: [String: ZoneName] = [:]
        for line in table.split(separator: "\n") {
            let columns = line.split(separator: "\t").map(String.init)
            all[columns[0]] = ZoneName(english: columns[1], arabic: columns[2])
        }
        return all
    }()

    private init(english: String, arabic: String) {
        self.english = english
        self.arabic = arabic
        englishKey = searchKey(english)
        arabicKey = searchKey(arabic)
    }

    /// Returns the text by which a list of zones is sorted.
    public func sortKey(arabic isArabic: Bool) -> String { isArabic ? arabicKey : englishKey }
}

extension TimeZones {
    /// Returns a zone's name for a page: its city, `Riyadh`. A zone without a name gives the end of its IANA name.
    public static func name(of zone: String, arabic: Bool) -> String {
        if let name = ZoneName(zone: zone) { return arabic ? name.arabic : name.english }
        return zone.split(separator: "/").last.map { String($0).replacing("_", with: " ") } ?? zone
    }
}

/// Zone, English and Arabic name, separated by tabs. Most are the exemplar cities of CLDR's data (© Unicode, Inc.,
/// Unicode License v3). Some Arabic ones are corrected by hand, for a spelling that newspapers use.
private let table = """
    Africa/Abidjan	Abidjan	أبيدجان
    Africa/Accra	Accra	أكرا
    Africa/Addis_Ababa	Addis Ababa	أديس أبابا
    Africa/Algiers	Algiers	الجزائر
    Africa/Asmara	Asmara	أسمرة
    Africa/Bamako	Bamako	باماكو
    Africa/Bangui	Bangui	بانغوي
    Africa/Banjul	Banjul	بانجول
    Africa/Bissau	Bissau	بيساو
    Africa/Blantyre	Blantyre	بلانتاير
    Africa/Brazzaville	Brazzaville	برازافيل
    Africa/Bujumbura	Bujumbura	بوجومبورا
    Africa/Cairo	Cairo	القاهرة
    Africa/Casablanca	Casablanca	الدار البيضاء
    Africa/Ceuta	Ceuta	سبتة
    Africa/Conakry	Conakry	كوناكري
    Africa/Dakar	Dakar	داكار
    Africa/Dar_es_Salaam	Dar es Salaam	دار السلام
    Africa/Djibouti	Djibouti	جيبوتي
    Africa/Douala	Douala	دوالا
    Africa/El_Aaiun	El Aaiun	العيون
    Africa/Freetown	Freetown	فري تاون
    Africa/Gaborone	Gaborone	غابورون
    Africa/Harare	Harare	هراري
    Africa/Johannesburg	Johannesburg	جوهانسبرغ
    Africa/Juba	Juba	جوبا
    Africa/Kampala	Kampala	كامبالا
    Africa/Khartoum	Khartoum	الخرطوم
    Africa/Kigali	Kigali	كيغالي
    Africa/Kinshasa	Kinshasa	كينشاسا
    Africa/Lagos	Lagos	لاغوس
    Africa/Libreville	Libreville	ليبرفيل
    Africa/Lome	Lome	لومي
    Africa/Luanda	Luanda	لواندا
    Africa/Lubumbashi	Lubumbashi	لوبومباشي
    Africa/Lusaka	Lusaka	لوساكا
    Africa/Malabo	Malabo	مالابو
    Africa/Maputo	Maputo	مابوتو
    Africa/Maseru	Maseru	ماسيرو
    Africa/Mbabane	Mbabane	مباباني
    Africa/Mogadishu	Mogadishu	مقديشو
    Africa/Monrovia	Monrovia	مونروفيا
    Africa/Nairobi	Nairobi	نيروبي
    Africa/Ndjamena	Ndjamena	إنجامينا
    Africa/Niamey	Niamey	نيامي
    Africa/Nouakchott	Nouakchott	نواكشوط
    Africa/Ouagadougou	Ouagadougou	واغادوغو
    Africa/Porto-Novo	Porto-Novo	بورتو نوفو
    Africa/Sao_Tome	São Tomé	ساو تومي
    Africa/Tripoli	Tripoli	طرابلس
    Africa/Tunis	Tunis	تونس
    Africa/Windhoek	Windhoek	ويندهوك
    America/Adak	Adak	أداك
    America/Anchorage	Anchorage	أنكوراج
    America/Anguilla	Anguilla	أنغويلا
    America/Antigua	Antigua	أنتيغوا
    America/Araguaina	Araguaina	أراغواينا
    America/Argentina/Buenos_Aires	Buenos Aires	بوينس آيرس
    America/Argentina/Catamarca	Catamarca	كاتاماركا
    America/Argentina/Cordoba	Cordoba	كوردوبا
    America/Argentina/Jujuy	Jujuy	خوخوي
    America/Argentina/La_Rioja	La Rioja	لا ريوخا
    America/Argentina/Mendoza	Mendoza	ميندوزا
    America/Argentina/Rio_Gallegos	Rio Gallegos	ريو غاليغوس
    America/Argentina/Salta	Salta	سالتا
    America/Argentina/San_Juan	San Juan	سان خوان
    America/Argentina/San_Luis	San Luis	سان لويس
    America/Argentina/Tucuman	Tucuman	توكومان
    America/Argentina/Ushuaia	Ushuaia	أوشوايا
    America/Aruba	Aruba	أروبا
    America/Asuncion	Asunción	أسونسيون
    America/Atikokan	Atikokan	أتيكوكان
    America/Bahia	Bahia	باهيا
    America/Bahia_Banderas	Bahía de Banderas	باهيا بانديراس
    America/Barbados	Barbados	بربادوس
    America/Belem	Belem	بيليم
    America/Belize	Belize	بليز
    America/Blanc-Sablon	Blanc-Sablon	بلانك-سابلون
    America/Boa_Vista	Boa Vista	بوا فيستا
    America/Bogota	Bogota	بوغوتا
    America/Boise	Boise	بويزي
    America/Cambridge_Bay	Cambridge Bay	كامبريدج باي
    America/Campo_Grande	Campo Grande	كامبو غراندي
    America/Cancun	Cancún	كانكون
    America/Caracas	Caracas	كاراكاس
    America/Cayenne	Cayenne	كايين
    America/Cayman	Cayman	كايمان
    America/Chicago	Chicago	شيكاغو
    America/Chihuahua	Chihuahua	تشيواوا
    America/Ciudad_Juarez	Ciudad Juárez	سيوداد خواريز
    America/Costa_Rica	Costa Rica	كوستاريكا
    America/Coyhaique	Coyhaique	كويايكي
    America/Creston	Creston	كريستون
    America/Cuiaba	Cuiaba	كويابا
    America/Curacao	Curaçao	كوراساو
    America/Danmarkshavn	Danmarkshavn	دنماركسهافن
    America/Dawson	Dawson	داوسون
    America/Dawson_Creek	Dawson Creek	داوسون كريك
    America/Denver	Denver	دنفر
    America/Detroit	Detroit	ديترويت
    America/Dominica	Dominica	دومينيكا
    America/Edmonton	Edmonton	إدمونتون
    America/Eirunepe	Eirunepe	إيرونيبي
    America/El_Salvador	El Salvador	السلفادور
    America/Fort_Nelson	Fort Nelson	فورت نيلسون
    America/Fortaleza	Fortaleza	فورتاليزا
    America/Glace_Bay	Glace Bay	غليس باي
    America/Goose_Bay	Goose Bay	غوس باي
    America/Grand_Turk	Grand Turk	غراند ترك
    America/Grenada	Grenada	غرينادا
    America/Guadeloupe	Guadeloupe	غوادلوب
    America/Guatemala	Guatemala	غواتيمالا
    America/Guayaquil	Guayaquil	غواياكيل
    America/Guyana	Guyana	غيانا
    America/Halifax	Halifax	هاليفاكس
    America/Havana	Havana	هافانا
    America/Hermosillo	Hermosillo	هيرموسيلو
    America/Indiana/Indianapolis	Indianapolis	إنديانابوليس
    America/Indiana/Knox	Knox, Indiana	نوكس
    America/Indiana/Marengo	Marengo, Indiana	مارينغو
    America/Indiana/Petersburg	Petersburg, Indiana	بيترسبرغ
    America/Indiana/Tell_City	Tell City, Indiana	تل سيتي
    America/Indiana/Vevay	Vevay, Indiana	فيفاي
    America/Indiana/Vincennes	Vincennes, Indiana	فينسينس
    America/Indiana/Winamac	Winamac, Indiana	ويناماك
    America/Inuvik	Inuvik	إينوفيك
    America/Iqaluit	Iqaluit	إيكالويت
    America/Jamaica	Jamaica	جامايكا
    America/Juneau	Juneau	جونو
    America/Kentucky/Louisville	Louisville	لويفيل
    America/Kentucky/Monticello	Monticello, Kentucky	مونتيسيلو
    America/Kralendijk	Kralendijk	كرالنديك
    America/La_Paz	La Paz	لاباز
    America/Lima	Lima	ليما
    America/Los_Angeles	Los Angeles	لوس أنجلوس
    America/Lower_Princes	Lower Prince’s Quarter	حي الأمير السفلي
    America/Maceio	Maceio	ماسيو
    America/Managua	Managua	ماناغوا
    America/Manaus	Manaus	ماناوس
    America/Marigot	Marigot	ماريغوت
    America/Martinique	Martinique	مارتينيك
    America/Matamoros	Matamoros	ماتاموروس
    America/Mazatlan	Mazatlan	مازاتلان
    America/Menominee	Menominee	مينوميني
    America/Merida	Mérida	ميريدا
    America/Metlakatla	Metlakatla	ميتلاكاتلا
    America/Mexico_City	Mexico City	مكسيكو سيتي
    America/Miquelon	Miquelon	ميكلون
    America/Moncton	Moncton	مونكتون
    America/Monterrey	Monterrey	مونتيري
    America/Montevideo	Montevideo	مونتفيديو
    America/Montserrat	Montserrat	مونتسيرات
    America/Nassau	Nassau	ناساو
    America/New_York	New York	نيويورك
    America/Nome	Nome	نوم
    America/Noronha	Fernando de Noronha	فرناندو دي نورونيا
    America/North_Dakota/Beulah	Beulah, North Dakota	بيولا
    America/North_Dakota/Center	Center, North Dakota	سنتر
    America/North_Dakota/New_Salem	New Salem, North Dakota	نيو ساليم
    America/Nuuk	Nuuk	نوك
    America/Ojinaga	Ojinaga	أوخيناغا
    America/Panama	Panama	بنما
    America/Paramaribo	Paramaribo	باراماريبو
    America/Phoenix	Phoenix	فينيكس
    America/Port-au-Prince	Port-au-Prince	بورت أو برنس
    America/Port_of_Spain	Port of Spain	بورت أوف سبين
    America/Porto_Velho	Porto Velho	بورتو فيلو
    America/Puerto_Rico	Puerto Rico	بورتوريكو
    America/Punta_Arenas	Punta Arenas	بونتا أريناز
    America/Rankin_Inlet	Rankin Inlet	رانكن إنلت
    America/Recife	Recife	ريسيفي
    America/Regina	Regina	ريجينا
    America/Resolute	Resolute	ريزولوت
    America/Rio_Branco	Rio Branco	ريو برانكو
    America/Santarem	Santarem	سانتاريم
    America/Santiago	Santiago	سانتياغو
    America/Santo_Domingo	Santo Domingo	سانتو دومينغو
    America/Sao_Paulo	Sao Paulo	ساو باولو
    America/Scoresbysund	Ittoqqortoormiit	إتوكورتورميت
    America/Sitka	Sitka	سيتكا
    America/St_Barthelemy	St. Barthélemy	سانت بارتيليمي
    America/St_Johns	St. John’s	سانت جونز
    America/St_Kitts	St. Kitts	سانت كيتس
    America/St_Lucia	St. Lucia	سانت لوشيا
    America/St_Thomas	St. Thomas	سانت توماس
    America/St_Vincent	St. Vincent	سانت فنسنت
    America/Swift_Current	Swift Current	سويفت كارنت
    America/Tegucigalpa	Tegucigalpa	تيغوسيغالبا
    America/Thule	Thule	تولي
    America/Tijuana	Tijuana	تيخوانا
    America/Toronto	Toronto	تورونتو
    America/Tortola	Tortola	تورتولا
    America/Vancouver	Vancouver	فانكوفر
    America/Whitehorse	Whitehorse	وايتهورس
    America/Winnipeg	Winnipeg	وينيبيغ
    America/Yakutat	Yakutat	ياكوتات
    Antarctica/Casey	Casey	كيسي
    Antarctica/Davis	Davis	ديفيس
    Antarctica/DumontDUrville	Dumont-d’Urville	دومون دورفيل
    Antarctica/Macquarie	Macquarie Island	ماكواري
    Antarctica/Mawson	Mawson	ماوسون
    Antarctica/McMurdo	McMurdo	ماكموردو
    Antarctica/Palmer	Palmer	بالمر
    Antarctica/Rothera	Rothera	روثيرا
    Antarctica/Syowa	Syowa	شووا
    Antarctica/Troll	Troll	ترول
    Antarctica/Vostok	Vostok	فوستوك
    Arctic/Longyearbyen	Longyearbyen	لونغياربين
    Asia/Aden	Aden	عدن
    Asia/Almaty	Almaty	ألماتي
    Asia/Amman	Amman	عمّان
    Asia/Anadyr	Anadyr	أنادير
    Asia/Aqtau	Aqtau	أكتاو
    Asia/Aqtobe	Aqtobe	أكتوبي
    Asia/Ashgabat	Ashgabat	عشق آباد
    Asia/Atyrau	Atyrau	أتيراو
    Asia/Baghdad	Baghdad	بغداد
    Asia/Bahrain	Bahrain	البحرين
    Asia/Baku	Baku	باكو
    Asia/Bangkok	Bangkok	بانكوك
    Asia/Barnaul	Barnaul	بارناول
    Asia/Beirut	Beirut	بيروت
    Asia/Bishkek	Bishkek	بشكيك
    Asia/Brunei	Brunei	بروناي
    Asia/Chita	Chita	تشيتا
    Asia/Colombo	Colombo	كولومبو
    Asia/Damascus	Damascus	دمشق
    Asia/Dhaka	Dhaka	دكا
    Asia/Dili	Dili	ديلي
    Asia/Dubai	Dubai	دبي
    Asia/Dushanbe	Dushanbe	دوشنبه
    Asia/Famagusta	Famagusta	فاماغوستا
    Asia/Gaza	Gaza	غزة
    Asia/Hebron	Hebron	الخليل
    Asia/Ho_Chi_Minh	Ho Chi Minh City	هو تشي منه
    Asia/Hong_Kong	Hong Kong	هونغ كونغ
    Asia/Hovd	Hovd	خوفد
    Asia/Irkutsk	Irkutsk	إيركوتسك
    Asia/Jakarta	Jakarta	جاكرتا
    Asia/Jayapura	Jayapura	جايابورا
    Asia/Jerusalem	Jerusalem	القدس
    Asia/Kabul	Kabul	كابل
    Asia/Kamchatka	Kamchatka	كامتشاتكا
    Asia/Karachi	Karachi	كراتشي
    Asia/Kathmandu	Kathmandu	كاتماندو
    Asia/Khandyga	Khandyga	خانديغا
    Asia/Kolkata	Kolkata	كلكتا
    Asia/Krasnoyarsk	Krasnoyarsk	كراسنويارسك
    Asia/Kuala_Lumpur	Kuala Lumpur	كوالالمبور
    Asia/Kuching	Kuching	كوتشينغ
    Asia/Kuwait	Kuwait	الكويت
    Asia/Macau	Macao	ماكاو
    Asia/Magadan	Magadan	ماغادان
    Asia/Makassar	Makassar	ماكاسار
    Asia/Manila	Manila	مانيلا
    Asia/Muscat	Muscat	مسقط
    Asia/Nicosia	Nicosia	نيقوسيا
    Asia/Novokuznetsk	Novokuznetsk	نوفوكوزنتسك
    Asia/Novosibirsk	Novosibirsk	نوفوسيبيرسك
    Asia/Omsk	Omsk	أومسك
    Asia/Oral	Oral	أورال
    Asia/Phnom_Penh	Phnom Penh	بنوم بنه
    Asia/Pontianak	Pontianak	بونتياناك
    Asia/Pyongyang	Pyongyang	بيونغ يانغ
    Asia/Qatar	Qatar	قطر
    Asia/Qostanay	Kostanay	قوستاناي
    Asia/Qyzylorda	Qyzylorda	قيزيلوردا
    Asia/Riyadh	Riyadh	الرياض
    Asia/Sakhalin	Sakhalin	ساخالين
    Asia/Samarkand	Samarkand	سمرقند
    Asia/Seoul	Seoul	سول
    Asia/Shanghai	Shanghai	شنغهاي
    Asia/Singapore	Singapore	سنغافورة
    Asia/Srednekolymsk	Srednekolymsk	سريدنكوليمسك
    Asia/Taipei	Taipei	تايبيه
    Asia/Tashkent	Tashkent	طشقند
    Asia/Tbilisi	Tbilisi	تبليسي
    Asia/Tehran	Tehran	طهران
    Asia/Thimphu	Thimphu	تيمفو
    Asia/Tokyo	Tokyo	طوكيو
    Asia/Tomsk	Tomsk	تومسك
    Asia/Ulaanbaatar	Ulaanbaatar	أولان باتور
    Asia/Urumqi	Urumqi	أورومتشي
    Asia/Ust-Nera	Ust-Nera	أوست نيرا
    Asia/Vientiane	Vientiane	فيانتيان
    Asia/Vladivostok	Vladivostok	فلاديفوستوك
    Asia/Yakutsk	Yakutsk	ياكوتسك
    Asia/Yangon	Yangon	يانغون
    Asia/Yekaterinburg	Yekaterinburg	يكاترينبورغ
    Asia/Yerevan	Yerevan	يريفان
    Atlantic/Azores	Azores	جزر الأزور
    Atlantic/Bermuda	Bermuda	برمودا
    Atlantic/Canary	Canary	جزر الكناري
    Atlantic/Cape_Verde	Cape Verde	الرأس الأخضر
    Atlantic/Faroe	Faroe	جزر فارو
    Atlantic/Madeira	Madeira	ماديرا
    Atlantic/Reykjavik	Reykjavik	ريكيافيك
    Atlantic/South_Georgia	South Georgia	جورجيا الجنوبية
    Atlantic/St_Helena	St. Helena	سانت هيلينا
    Atlantic/Stanley	Stanley	ستانلي
    Australia/Adelaide	Adelaide	أديليد
    Australia/Brisbane	Brisbane	بريزبن
    Australia/Broken_Hill	Broken Hill	بروكن هيل
    Australia/Darwin	Darwin	داروين
    Australia/Eucla	Eucla	أوكلا
    Australia/Hobart	Hobart	هوبارت
    Australia/Lindeman	Lindeman	ليندمان
    Australia/Lord_Howe	Lord Howe Island	لورد هاو
    Australia/Melbourne	Melbourne	ملبورن
    Australia/Perth	Perth	بيرث
    Australia/Sydney	Sydney	سيدني
    Europe/Amsterdam	Amsterdam	أمستردام
    Europe/Andorra	Andorra	أندورا
    Europe/Astrakhan	Astrakhan	أستراخان
    Europe/Athens	Athens	أثينا
    Europe/Belgrade	Belgrade	بلغراد
    Europe/Berlin	Berlin	برلين
    Europe/Bratislava	Bratislava	براتيسلافا
    Europe/Brussels	Brussels	بروكسل
    Europe/Bucharest	Bucharest	بوخارست
    Europe/Budapest	Budapest	بودابست
    Europe/Busingen	Busingen	بوسينغن
    Europe/Chisinau	Chisinau	كيشيناو
    Europe/Copenhagen	Copenhagen	كوبنهاغن
    Europe/Dublin	Dublin	دبلن
    Europe/Gibraltar	Gibraltar	جبل طارق
    Europe/Guernsey	Guernsey	غيرنزي
    Europe/Helsinki	Helsinki	هلسنكي
    Europe/Isle_of_Man	Isle of Man	جزيرة مان
    Europe/Istanbul	Istanbul	إسطنبول
    Europe/Jersey	Jersey	جيرسي
    Europe/Kaliningrad	Kaliningrad	كالينينغراد
    Europe/Kirov	Kirov	كيروف
    Europe/Kyiv	Kyiv	كييف
    Europe/Lisbon	Lisbon	لشبونة
    Europe/Ljubljana	Ljubljana	ليوبليانا
    Europe/London	London	لندن
    Europe/Luxembourg	Luxembourg	لوكسمبورغ
    Europe/Madrid	Madrid	مدريد
    Europe/Malta	Malta	مالطا
    Europe/Mariehamn	Mariehamn	ماريهامن
    Europe/Minsk	Minsk	مينسك
    Europe/Monaco	Monaco	موناكو
    Europe/Moscow	Moscow	موسكو
    Europe/Oslo	Oslo	أوسلو
    Europe/Paris	Paris	باريس
    Europe/Podgorica	Podgorica	بودغوريتسا
    Europe/Prague	Prague	براغ
    Europe/Riga	Riga	ريغا
    Europe/Rome	Rome	روما
    Europe/Samara	Samara	سامارا
    Europe/San_Marino	San Marino	سان مارينو
    Europe/Sarajevo	Sarajevo	سراييفو
    Europe/Saratov	Saratov	ساراتوف
    Europe/Simferopol	Simferopol	سيمفيروبول
    Europe/Skopje	Skopje	سكوبي
    Europe/Sofia	Sofia	صوفيا
    Europe/Stockholm	Stockholm	ستوكهولم
    Europe/Tallinn	Tallinn	تالين
    Europe/Tirane	Tirane	تيرانا
    Europe/Ulyanovsk	Ulyanovsk	أوليانوفسك
    Europe/Vaduz	Vaduz	فادوز
    Europe/Vatican	Vatican	الفاتيكان
    Europe/Vienna	Vienna	فيينا
    Europe/Vilnius	Vilnius	فيلنيوس
    Europe/Volgograd	Volgograd	فولغوغراد
    Europe/Warsaw	Warsaw	وارسو
    Europe/Zagreb	Zagreb	زغرب
    Europe/Zurich	Zurich	زيورخ
    Indian/Antananarivo	Antananarivo	أنتاناناريفو
    Indian/Chagos	Chagos	تشاغوس
    Indian/Christmas	Christmas Island	جزيرة كريسماس
    Indian/Cocos	Cocos Islands	جزر كوكوس
    Indian/Comoro	Comoro	جزر القمر
    Indian/Kerguelen	Kerguelen	كيرغولين
    Indian/Mahe	Mahe	ماهي
    Indian/Maldives	Maldives	المالديف
    Indian/Mauritius	Mauritius	موريشيوس
    Indian/Mayotte	Mayotte	مايوت
    Indian/Reunion	Réunion	ريونيون
    Pacific/Apia	Apia	أبيا
    Pacific/Auckland	Auckland	أوكلاند
    Pacific/Bougainville	Bougainville	بوغانفيل
    Pacific/Chatham	Chatham	تشاثام
    Pacific/Chuuk	Chuuk	تشوك
    Pacific/Easter	Easter Island	جزيرة القيامة
    Pacific/Efate	Efate	إيفاتي
    Pacific/Fakaofo	Fakaofo	فاكاوفو
    Pacific/Fiji	Fiji	فيجي
    Pacific/Funafuti	Funafuti	فونافوتي
    Pacific/Galapagos	Galapagos	غالاباغوس
    Pacific/Gambier	Gambier	غامبير
    Pacific/Guadalcanal	Guadalcanal	غوادالكانال
    Pacific/Guam	Guam	غوام
    Pacific/Honolulu	Honolulu	هونولولو
    Pacific/Kanton	Kanton	كانتون
    Pacific/Kiritimati	Kiritimati	كيريتيماتي
    Pacific/Kosrae	Kosrae	كوسراي
    Pacific/Kwajalein	Kwajalein	كواجالين
    Pacific/Majuro	Majuro	ماجورو
    Pacific/Marquesas	Marquesas	ماركيساس
    Pacific/Midway	Midway	ميدواي
    Pacific/Nauru	Nauru	ناورو
    Pacific/Niue	Niue	نيوي
    Pacific/Norfolk	Norfolk Island	نورفولك
    Pacific/Noumea	Noumea	نوميا
    Pacific/Pago_Pago	Pago Pago	باغو باغو
    Pacific/Palau	Palau	بالاو
    Pacific/Pitcairn	Pitcairn	بيتكيرن
    Pacific/Pohnpei	Pohnpei	بونبي
    Pacific/Port_Moresby	Port Moresby	بورت مورسبي
    Pacific/Rarotonga	Rarotonga	راروتونغا
    Pacific/Saipan	Saipan	سايبان
    Pacific/Tahiti	Tahiti	تاهيتي
    Pacific/Tarawa	Tarawa	تاراوا
    Pacific/Tongatapu	Tongatapu	تونغاتابو
    Pacific/Wake	Wake Island	جزيرة ويك
    Pacific/Wallis	Wallis	واليس
    UTC	Coordinated Universal Time	التوقيت العالمي المنسق
    """
