/// The name of a state or province on pages, in both languages.
public struct ProvinceName: Sendable, Hashable {
    public let english: String, arabic: String

    /// - Parameters:
    ///   - country: ISO 3166-1, as in US.
    ///   - code: GeoNames' code of the province, as in NY.
    /// - Returns: nil if the table does not have the province.
    public init?(country: String, code: String) {
        guard let name = Self.all["\(country).\(code)"] else { return nil }
        self = name
    }

    /// The known provinces, by country and code: `US.NY`.
    static let all: [String: ProvinceName] = {
        var all: [String: ProvinceName] = [:]
        for line in table.split(separator: "\n") {
            let columns = line.split(separator: "\t").map(String.init)
            all[columns[0]] = ProvinceName(english: columns[1], arabic: columns[2])
        }
        return all
    }()

    private init(english: String, arabic: String) {
        self.english = english
        self.arabic = arabic
    }
}

extension City {
    /// Returns the province that people name beside a city, in countries with many cities of one name; else nil.
    public func provinceName(arabic: Bool) -> String? {
        guard ["AU", "CA", "GB", "IN", "US"].contains(country) else { return nil }
        guard let name = ProvinceName(country: country, code: admin1) else { return arabic ? nil : admin }
        return arabic ? name.arabic : name.english
    }
}

/// Country and GeoNames' code of the province, English and Arabic name, separated by tabs. Written by hand.
private let table = """
    US.AL	Alabama	ألاباما
    US.AK	Alaska	ألاسكا
    US.AZ	Arizona	أريزونا
    US.AR	Arkansas	أركنساس
    US.CA	California	كاليفورنيا
    US.CO	Colorado	كولورادو
    US.CT	Connecticut	كونيتيكت
    US.DE	Delaware	ديلاوير
    US.DC	District of Columbia	مقاطعة كولومبيا
    US.FL	Florida	فلوريدا
    US.GA	Georgia	جورجيا
    US.HI	Hawaii	هاواي
    US.ID	Idaho	أيداهو
    US.IL	Illinois	إلينوي
    US.IN	Indiana	إنديانا
    US.IA	Iowa	آيوا
    US.KS	Kansas	كانساس
    US.KY	Kentucky	كنتاكي
    US.LA	Louisiana	لويزيانا
    US.ME	Maine	مين
    US.MD	Maryland	ماريلاند
    US.MA	Massachusetts	ماساتشوستس
    US.MI	Michigan	ميشيغان
    US.MN	Minnesota	مينيسوتا
    US.MS	Mississippi	مسيسيبي
    US.MO	Missouri	ميزوري
    US.MT	Montana	مونتانا
    US.NE	Nebraska	نبراسكا
    US.NV	Nevada	نيفادا
    US.NH	New Hampshire	نيوهامبشير
    US.NJ	New Jersey	نيوجيرسي
    US.NM	New Mexico	نيو مكسيكو
    US.NY	New York	نيويورك
    US.NC	North Carolina	كارولاينا الشمالية
    US.ND	North Dakota	داكوتا الشمالية
    US.OH	Ohio	أوهايو
    US.OK	Oklahoma	أوكلاهوما
    US.OR	Oregon	أوريغون
    US.PA	Pennsylvania	بنسلفانيا
    US.RI	Rhode Island	رود آيلاند
    US.SC	South Carolina	كارولاينا الجنوبية
    US.SD	South Dakota	داكوتا الجنوبية
    US.TN	Tennessee	تينيسي
    US.TX	Texas	تكساس
    US.UT	Utah	يوتا
    US.VT	Vermont	فيرمونت
    US.VA	Virginia	فرجينيا
    US.WA	Washington	واشنطن
    US.WV	West Virginia	فرجينيا الغربية
    US.WI	Wisconsin	ويسكونسن
    US.WY	Wyoming	وايومنغ
    CA.01	Alberta	ألبرتا
    CA.02	British Columbia	كولومبيا البريطانية
    CA.03	Manitoba	مانيتوبا
    CA.04	New Brunswick	نيو برونزويك
    CA.05	Newfoundland and Labrador	نيوفاوندلاند ولابرادور
    CA.07	Nova Scotia	نوفا سكوشا
    CA.08	Ontario	أونتاريو
    CA.10	Quebec	كيبك
    CA.11	Saskatchewan	ساسكاتشوان
    GB.ENG	England	إنجلترا
    GB.SCT	Scotland	اسكتلندا
    GB.WLS	Wales	ويلز
    GB.NIR	Northern Ireland	أيرلندا الشمالية
    AU.01	Australian Capital Territory	إقليم العاصمة الأسترالية
    AU.02	New South Wales	نيو ساوث ويلز
    AU.03	Northern Territory	الإقليم الشمالي
    AU.04	Queensland	كوينزلاند
    AU.05	South Australia	جنوب أستراليا
    AU.06	Tasmania	تسمانيا
    AU.07	Victoria	فيكتوريا
    AU.08	Western Australia	غرب أستراليا
    IN.02	Andhra Pradesh	أندرا براديش
    IN.03	Assam	آسام
    IN.07	Delhi	دلهي
    IN.09	Gujarat	غوجارات
    IN.10	Haryana	هاريانا
    IN.11	Himachal Pradesh	هيماجل براديش
    IN.13	Kerala	كيرالا
    IN.16	Maharashtra	ماهاراشترا
    IN.19	Karnataka	كارناتاكا
    IN.21	Odisha	أوديشا
    IN.23	Punjab	البنجاب
    IN.24	Rajasthan	راجستان
    IN.25	Tamil Nadu	تاميل نادو
    IN.28	West Bengal	البنغال الغربية
    IN.34	Bihar	بيهار
    IN.35	Madhya Pradesh	ماديا براديش
    IN.36	Uttar Pradesh	أتر برديش
    IN.37	Chhattisgarh	تشاتيسغار
    IN.38	Jharkhand	جهارخاند
    IN.39	Uttarakhand	أوتاراخند
    IN.40	Telangana	تيلانغانا
    PK.02	Balochistan	بلوشستان
    PK.03	Khyber Pakhtunkhwa	خيبر بختونخوا
    PK.04	Punjab	البنجاب
    PK.05	Sindh	السند
    SA.02	Al Bahah	منطقة الباحة
    SA.05	Madinah	منطقة المدينة المنورة
    SA.06	Eastern Province	المنطقة الشرقية
    SA.08	Al Qassim	منطقة القصيم
    SA.10	Riyadh	منطقة الرياض
    SA.11	Asir	منطقة عسير
    SA.13	Hail	منطقة حائل
    SA.14	Makkah	منطقة مكة المكرمة
    SA.15	Northern Borders	منطقة الحدود الشمالية
    SA.16	Najran	منطقة نجران
    SA.17	Jazan	منطقة جازان
    SA.19	Tabuk	منطقة تبوك
    SA.20	Al Jawf	منطقة الجوف
    AE.01	Abu Dhabi	إمارة أبوظبي
    AE.02	Ajman	إمارة عجمان
    AE.03	Dubai	إمارة دبي
    AE.04	Fujairah	إمارة الفجيرة
    AE.05	Ras Al Khaimah	إمارة رأس الخيمة
    AE.06	Sharjah	إمارة الشارقة
    AE.07	Umm Al Quwain	إمارة أم القيوين
    """
