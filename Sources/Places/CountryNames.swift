/// The name of a country on pages, in both languages.
public struct CountryName: Sendable, Hashable {
    public let english: String, arabic: String

    /// - Parameter code: ISO 3166-1 in capitals, as in SA; XK for Kosovo.
    /// - Returns: nil if no country has the code.
    public init?(code: String) {
        guard let name = Self.all[code] else { return nil }
        self = name
    }

    /// Every country by its code.
    public static let all: [String: CountryName] = {
        var all: [String: CountryName] = [:]
        for line in table.split(separator: "\n") {
            let columns = line.split(separator: "\t").map(String.init)
            all[columns[0]] = CountryName(english: columns[1], arabic: columns[2])
        }
        return all
    }()

    private init(english: String, arabic: String) {
        self.english = english
        self.arabic = arabic
    }
}

extension City {
    /// Returns the country's name for a page, or its code if it has no name.
    public func countryName(arabic: Bool) -> String {
        guard let name = CountryName(code: country) else { return country }
        return arabic ? name.arabic : name.english
    }

    /// Returns the country's name for a sentence. English has the article that it needs: "the United Kingdom".
    public func countryNameInText(arabic: Bool) -> String {
        (!arabic && countriesWithArticle.contains(country) ? "the " : "") + countryName(arabic: arabic)
    }
}

private let countriesWithArticle: Set = [
    "AE", "AX", "BQ", "BS", "CC", "CF", "CK", "DO", "FK", "FO", "GB", "GM", "IM", "IO", "KY", "MH", "MP", "MV", "NL",
    "PH", "PN", "SB", "TC", "TF", "US", "VG", "VI",
]

/// Code, English and Arabic name, separated by tabs. `script/make-cities` writes it from CLDR's data
/// (© Unicode, Inc., Unicode License v3).
private let table = """
    AD	Andorra	أندورا
    AE	United Arab Emirates	الإمارات العربية المتحدة
    AF	Afghanistan	أفغانستان
    AG	Antigua & Barbuda	أنتيغوا وبربودا
    AI	Anguilla	أنغويلا
    AL	Albania	ألبانيا
    AM	Armenia	أرمينيا
    AO	Angola	أنغولا
    AQ	Antarctica	أنتاركتيكا
    AR	Argentina	الأرجنتين
    AS	American Samoa	ساموا الأمريكية
    AT	Austria	النمسا
    AU	Australia	أستراليا
    AW	Aruba	أروبا
    AX	Åland Islands	جزر آلاند
    AZ	Azerbaijan	أذربيجان
    BA	Bosnia & Herzegovina	البوسنة والهرسك
    BB	Barbados	بربادوس
    BD	Bangladesh	بنغلاديش
    BE	Belgium	بلجيكا
    BF	Burkina Faso	بوركينا فاسو
    BG	Bulgaria	بلغاريا
    BH	Bahrain	البحرين
    BI	Burundi	بوروندي
    BJ	Benin	بنين
    BL	St. Barthélemy	سان بارتليمي
    BM	Bermuda	برمودا
    BN	Brunei	بروناي
    BO	Bolivia	بوليفيا
    BQ	Caribbean Netherlands	هولندا الكاريبية
    BR	Brazil	البرازيل
    BS	Bahamas	جزر البهاما
    BT	Bhutan	بوتان
    BV	Bouvet Island	جزيرة بوفيه
    BW	Botswana	بوتسوانا
    BY	Belarus	بيلاروس
    BZ	Belize	بليز
    CA	Canada	كندا
    CC	Cocos (Keeling) Islands	جزر كوكوس (كيلينغ)
    CD	Congo - Kinshasa	الكونغو - كينشاسا
    CF	Central African Republic	جمهورية أفريقيا الوسطى
    CG	Congo - Brazzaville	الكونغو - برازافيل
    CH	Switzerland	سويسرا
    CI	Côte d’Ivoire	ساحل العاج
    CK	Cook Islands	جزر كوك
    CL	Chile	تشيلي
    CM	Cameroon	الكاميرون
    CN	China	الصين
    CO	Colombia	كولومبيا
    CR	Costa Rica	كوستاريكا
    CU	Cuba	كوبا
    CV	Cape Verde	الرأس الأخضر
    CW	Curaçao	كوراساو
    CX	Christmas Island	جزيرة كريسماس
    CY	Cyprus	قبرص
    CZ	Czechia	التشيك
    DE	Germany	ألمانيا
    DJ	Djibouti	جيبوتي
    DK	Denmark	الدانمرك
    DM	Dominica	دومينيكا
    DO	Dominican Republic	جمهورية الدومينيكان
    DZ	Algeria	الجزائر
    EC	Ecuador	الإكوادور
    EE	Estonia	إستونيا
    EG	Egypt	مصر
    EH	Western Sahara	الصحراء الغربية
    ER	Eritrea	إريتريا
    ES	Spain	إسبانيا
    ET	Ethiopia	إثيوبيا
    FI	Finland	فنلندا
    FJ	Fiji	فيجي
    FK	Falkland Islands	جزر فوكلاند
    FM	Micronesia	ميكرونيزيا
    FO	Faroe Islands	جزر فارو
    FR	France	فرنسا
    GA	Gabon	الغابون
    GB	United Kingdom	المملكة المتحدة
    GD	Grenada	غرينادا
    GE	Georgia	جورجيا
    GF	French Guiana	غويانا الفرنسية
    GG	Guernsey	غيرنزي
    GH	Ghana	غانا
    GI	Gibraltar	جبل طارق
    GL	Greenland	غرينلاند
    GM	Gambia	غامبيا
    GN	Guinea	غينيا
    GP	Guadeloupe	غوادلوب
    GQ	Equatorial Guinea	غينيا الاستوائية
    GR	Greece	اليونان
    GS	South Georgia & South Sandwich Islands	جورجيا الجنوبية وجزر ساندويتش الجنوبية
    GT	Guatemala	غواتيمالا
    GU	Guam	غوام
    GW	Guinea-Bissau	غينيا بيساو
    GY	Guyana	غيانا
    HK	Hong Kong	هونغ كونغ
    HM	Heard & McDonald Islands	جزيرة هيرد وجزر ماكدونالد
    HN	Honduras	هندوراس
    HR	Croatia	كرواتيا
    HT	Haiti	هايتي
    HU	Hungary	هنغاريا
    ID	Indonesia	إندونيسيا
    IE	Ireland	أيرلندا
    IL	Israel	إسرائيل
    IM	Isle of Man	جزيرة مان
    IN	India	الهند
    IO	British Indian Ocean Territory	الإقليم البريطاني في المحيط الهندي
    IQ	Iraq	العراق
    IR	Iran	إيران
    IS	Iceland	آيسلندا
    IT	Italy	إيطاليا
    JE	Jersey	جيرسي
    JM	Jamaica	جامايكا
    JO	Jordan	الأردن
    JP	Japan	اليابان
    KE	Kenya	كينيا
    KG	Kyrgyzstan	قيرغيزستان
    KH	Cambodia	كمبوديا
    KI	Kiribati	كيريباتي
    KM	Comoros	جزر القمر
    KN	St. Kitts & Nevis	سانت كيتس ونيفيس
    KP	North Korea	كوريا الشمالية
    KR	South Korea	كوريا الجنوبية
    KW	Kuwait	الكويت
    KY	Cayman Islands	جزر كايمان
    KZ	Kazakhstan	كازاخستان
    LA	Laos	لاوس
    LB	Lebanon	لبنان
    LC	St. Lucia	سانت لوسيا
    LI	Liechtenstein	ليختنشتاين
    LK	Sri Lanka	سريلانكا
    LR	Liberia	ليبيريا
    LS	Lesotho	ليسوتو
    LT	Lithuania	ليتوانيا
    LU	Luxembourg	لوكسمبورغ
    LV	Latvia	لاتفيا
    LY	Libya	ليبيا
    MA	Morocco	المغرب
    MC	Monaco	موناكو
    MD	Moldova	مولدوفا
    ME	Montenegro	الجبل الأسود
    MF	St. Martin	سان مارتن
    MG	Madagascar	مدغشقر
    MH	Marshall Islands	جزر مارشال
    MK	North Macedonia	مقدونيا الشمالية
    ML	Mali	مالي
    MM	Myanmar (Burma)	ميانمار (بورما)
    MN	Mongolia	منغوليا
    MO	Macao	ماكاو
    MP	Northern Mariana Islands	جزر ماريانا الشمالية
    MQ	Martinique	جزر المارتينيك
    MR	Mauritania	موريتانيا
    MS	Montserrat	مونتسرات
    MT	Malta	مالطا
    MU	Mauritius	موريشيوس
    MV	Maldives	جزر المالديف
    MW	Malawi	ملاوي
    MX	Mexico	المكسيك
    MY	Malaysia	ماليزيا
    MZ	Mozambique	موزمبيق
    NA	Namibia	ناميبيا
    NC	New Caledonia	كاليدونيا الجديدة
    NE	Niger	النيجر
    NF	Norfolk Island	جزيرة نورفولك
    NG	Nigeria	نيجيريا
    NI	Nicaragua	نيكاراغوا
    NL	Netherlands	هولندا
    NO	Norway	النرويج
    NP	Nepal	نيبال
    NR	Nauru	ناورو
    NU	Niue	نيوي
    NZ	New Zealand	نيوزيلندا
    OM	Oman	عُمان
    PA	Panama	بنما
    PE	Peru	بيرو
    PF	French Polynesia	بولينيزيا الفرنسية
    PG	Papua New Guinea	بابوا غينيا الجديدة
    PH	Philippines	الفلبين
    PK	Pakistan	باكستان
    PL	Poland	بولندا
    PM	St. Pierre & Miquelon	سان بيير ومكويلون
    PN	Pitcairn Islands	جزر بيتكيرن
    PR	Puerto Rico	بورتوريكو
    PS	Palestine	فلسطين
    PT	Portugal	البرتغال
    PW	Palau	بالاو
    PY	Paraguay	باراغواي
    QA	Qatar	قطر
    RE	Réunion	روينيون
    RO	Romania	رومانيا
    RS	Serbia	صربيا
    RU	Russia	روسيا
    RW	Rwanda	رواندا
    SA	Saudi Arabia	المملكة العربية السعودية
    SB	Solomon Islands	جزر سليمان
    SC	Seychelles	سيشل
    SD	Sudan	السودان
    SE	Sweden	السويد
    SG	Singapore	سنغافورة
    SH	St. Helena	سانت هيلينا
    SI	Slovenia	سلوفينيا
    SJ	Svalbard & Jan Mayen	سفالبارد وجان ماين
    SK	Slovakia	سلوفاكيا
    SL	Sierra Leone	سيراليون
    SM	San Marino	سان مارينو
    SN	Senegal	السنغال
    SO	Somalia	الصومال
    SR	Suriname	سورينام
    SS	South Sudan	جنوب السودان
    ST	São Tomé & Príncipe	ساو تومي وبرينسيبي
    SV	El Salvador	السلفادور
    SX	Sint Maarten	سانت مارتن
    SY	Syria	سوريا
    SZ	Eswatini	إسواتيني
    TC	Turks & Caicos Islands	جزر توركس وكايكوس
    TD	Chad	تشاد
    TF	French Southern Territories	الأقاليم الجنوبية الفرنسية
    TG	Togo	توغو
    TH	Thailand	تايلاند
    TJ	Tajikistan	طاجيكستان
    TK	Tokelau	توكيلاو
    TL	Timor-Leste	تيمور - ليشتي
    TM	Turkmenistan	تركمانستان
    TN	Tunisia	تونس
    TO	Tonga	تونغا
    TR	Türkiye	تركيا
    TT	Trinidad & Tobago	ترينيداد وتوباغو
    TV	Tuvalu	توفالو
    TW	Taiwan	تايوان
    TZ	Tanzania	تنزانيا
    UA	Ukraine	أوكرانيا
    UG	Uganda	أوغندا
    UM	U.S. Outlying Islands	جزر الولايات المتحدة النائية
    US	United States	الولايات المتحدة
    UY	Uruguay	أورغواي
    UZ	Uzbekistan	أوزبكستان
    VA	Vatican City	الفاتيكان
    VC	St. Vincent & Grenadines	سانت فنسنت وجزر غرينادين
    VE	Venezuela	فنزويلا
    VG	British Virgin Islands	جزر فيرجن البريطانية
    VI	U.S. Virgin Islands	جزر فيرجن الأمريكية
    VN	Vietnam	فيتنام
    VU	Vanuatu	فانواتو
    WF	Wallis & Futuna	جزر والس وفوتونا
    WS	Samoa	ساموا
    XK	Kosovo	كوسوفو
    YE	Yemen	اليمن
    YT	Mayotte	مايوت
    ZA	South Africa	جنوب أفريقيا
    ZM	Zambia	زامبيا
    ZW	Zimbabwe	زيمبابوي
    """
