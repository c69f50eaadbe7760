import { languages } from '../../normalize/languages/covered.ts';
import type { CommonWords } from '../../normalize/languages/language.ts';

/** By BCP 47 tag. A language that is not in Latin script needs no words: its script shows it. */
export const commonWords: Readonly<Record<string, CommonWords>> = {
  ...Object.fromEntries(
    languages.flatMap(({ code, everyday }) => (everyday === undefined ? [] : [[code, everyday]])),
  ),
  en: {
    words: `the and to of is in it you that he was for on are with as they be at have this from had
      not but what all were when we there can your which their said if do will each about how up out
      them then she many some so these would other into has more her two like him see time could my
      than first been call who its now find long down day did get come made may over new sound take
      only little work know place years live me back give most very after things our just name good
      sentence think say great where help through much before line right too means old any same tell
      boy follow came want show also around form three small set put end does another well large must
      big even such because turn here why ask went men read need different home us move try kind hand
      again change off play point away house letter found still learn should yes please thank thanks
      hello hi hey sorry sure maybe really actually doing going gonna got been being calling talk
      speak speaking spell date birth birthday number phone address email insurance appointment doctor
      nurse clinic office medicine medication prescription refill pharmacy patient pain hurt hurts
      feel feeling feels fever cough blood pressure test results week month year today tomorrow
      yesterday morning afternoon evening night monday tuesday wednesday thursday friday saturday
      sunday hours minutes schedule reschedule cancel available insurance card account bill payment
      visit check message leave last next every ago since until while though without something
      nothing anything everything someone anyone let's it's i'm i've i'd i'll don't doesn't didn't
      can't won't isn't that's there's what's you're we're they're he's she's couldn't wouldn't those
      never always often sometimes yeah yep uh um oh ok his an or by no his mine yours ours theirs
      myself himself herself keep start started stop left took taken having make makes let them
      medical history surgery allergic allergies symptoms problem problems daily mother father son
      daughter wife husband i a`,
    numbers: `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
      fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty
      ninety hundred thousand dash dot at hyphen underscore slash double triple`,
  },
  de: {
    words: `ich in an ab so und der die das ist nicht ein eine einen einem einer eines zu mit sie es den dem des
      für auf von im wir ihr ihre ihren ihrem ihnen mein meine meinen meinem meiner sein seine seinen
      hat habe haben hatte hätte war waren wäre bin bist sind wird werden wurde würde kann können
      könnte muss müssen soll möchte will wollte auch noch nur schon aber oder wenn dass weil wie was
      wer wo wann warum bei beim nach aus über unter vor seit bis durch gegen ohne um zum zur vom am
      ja nein bitte danke guten tag morgen abend hallo tschüss wiederhören gut sehr mehr viel jetzt
      heute gestern hier da dann dort immer nie kein keine keinen mir mich dir dich ihm ihn uns euch
      sich man dieser diese dieses diesen diesem termin arzt ärztin praxis krankenhaus rezept
      medikament tabletten versicherung geburtsdatum geburtstag geboren adresse telefonnummer nummer
      name heiße wohne straße schmerzen weh fieber husten frau herr kind sohn tochter mutter vater
      brauche braucht gerne genau richtig leider vielleicht also doch mal etwas nichts alles woche
      monat jahr jahre uhr stunde montag dienstag mittwoch donnerstag freitag samstag sonntag sagen
      sprechen spreche sprechen verstehe verstanden moment einmal wieder lautet gibt geht komme
      kommen machen mache habe tut rufe anrufen`,
    numbers: `null eins zwei zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn
      fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig
      achtzig neunzig hundert tausend`,
  },
  pt: {
    words: `eu você vocês ele ela eles elas nós o a os as um uma uns umas do da dos das no na nos nas
      ao à aos às pelo pela e é são era foi fui estou está estão estava ser estar ter tem tenho temos
      têm tinha vou vai vamos quero queria gostaria preciso precisa posso pode poderia fazer faz fiz
      não sim mas ou se que quem qual quando como onde porque por para com sem em de até desde sobre
      entre meu minha meus minhas seu sua seus suas nosso nossa este esta esse essa isso isto aquele
      aquela muito muita mais menos bem bom boa também ainda já sempre nunca agora aqui ali lá então
      obrigado obrigada favor olá oi tchau dia tarde noite senhor senhora doutor doutora médico
      médica consulta consultório receita remédio remédios comprimidos seguro convênio data nascimento
      nasci nome sobrenome endereço número telefone celular moro rua dor dores dói febre tosse cabeça
      barriga filho filha marido esposa mãe pai semana mês ano anos hora horas hoje amanhã ontem manhã
      segunda terça quarta quinta sexta sábado domingo marcar remarcar desmarcar chamo falar falo
      falando dizer disse ficar fica ligar ligando mim me te lhe nada tudo algum alguma coisa depois
      antes desculpe espera certo entendi tomando tomar sinto sentindo`,
    numbers: `zero dois duas três quatro cinco seis sete oito nove dez onze doze treze quatorze catorze
      quinze dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta
      oitenta noventa cem cento mil meia`,
  },
  it: {
    words: `io tu lui lei noi voi loro il lo la i gli le un uno una di del dello della dei degli delle a
      al allo alla ai agli alle da dal dalla in nel nella nei con su sul sulla per tra fra e ed è sono
      sei siamo siete era ero stato stata essere avere ho hai ha abbiamo avete hanno aveva avevo vorrei
      voglio vuole posso può possiamo potrei potrebbe devo deve dobbiamo fare faccio fa fatto non sì no
      ma o oppure se che chi cosa quale quando come dove perché anche ancora già sempre mai adesso ora
      qui lì molto molta più meno bene buono buona mio mia miei mie suo sua suoi nostro nostra questo
      questa questi queste quello quella mi ti si ci vi ne grazie prego buongiorno buonasera ciao
      pronto scusi favore signore signora dottore dottoressa medico studio ospedale appuntamento visita
      ricetta medicina medicine farmaco pastiglie assicurazione tessera data nascita nato nata nome
      cognome indirizzo numero telefono cellulare chiamo abito via dolore dolori fa male febbre tosse
      testa pancia figlio figlia marito moglie madre padre settimana mese anno anni ore oggi domani
      ieri mattina sera lunedì martedì mercoledì giovedì venerdì sabato domenica bisogno prenotare
      spostare annullare parlare parlo dire detto niente tutto qualcosa qualche poi prima dopo allora
      certo va sto sta stiamo prendo prendere`,
    numbers: `zero due tre quattro cinque sette otto nove dieci undici dodici tredici quattordici quindici
      sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta
      novanta cento mille`,
  },
  pl: {
    words: `ja ty on ona my wy oni nie tak to jest są był była było być mam masz ma mamy macie mają miał
      chcę chciałbym chciałabym chce mogę może można muszę proszę potrzebuję trzeba się że jak co kto
      gdzie kiedy dlaczego czy ale lub albo i w we z ze na do od po za przez przed pod nad dla bez przy
      o u mój moja moje mojego mojej moją swój pan pani pana panią ten ta te tego tej tym tych tę który
      która które już jeszcze tylko też także bardzo dobrze dobry dobra teraz tutaj tam zawsze nigdy
      dzień dobry wieczór dziękuję przepraszam halo cześć lekarz lekarza doktor przychodnia szpital
      wizyta wizytę recepta receptę lek leki tabletki ubezpieczenie data urodzenia urodziłem urodziłam
      imię nazwisko nazywam adres numer telefon telefonu mieszkam ulica boli bóle ból gorączka kaszel
      głowa głowy brzuch dziecko syn syna córka córki mąż żona matka ojciec tydzień tygodnia miesiąc
      rok roku lat godzina godzinę dzisiaj dziś jutro wczoraj rano poniedziałek wtorek środa środę
      czwartek piątek sobota niedziela umówić zmienić odwołać mówić mówię mówi powiedzieć rozumiem
      dzwonię mi mnie cię jego jej nas was nam im więc bo żeby coś nic wszystko chwileczkę moment
      biorę`,
    numbers: `zero jeden jedna dwa dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście
      dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście
      dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt
      dziewięćdziesiąt sto dwieście tysiąc`,
  },
  vi: {
    words: `tôi em bạn chị cô ông bà nó chúng ta mình họ là có không được đã đang sẽ rồi và hay hoặc
      nhưng mà thì nếu khi vì để cho của với từ đến ở trong ngoài trên dưới này kia ấy đó đây đâu gì
      nào sao ai mấy bao nhiêu rất quá lắm nhiều ít hơn nhất cũng còn chỉ vẫn lại nữa luôn muốn cần
      phải biết nói gọi hỏi xin lòng cảm ơn cám chào vâng dạ ạ nhé nha à ừ tên họ ngày tháng
      giờ phút hôm nay tuần sáng chiều tối điện thoại địa số nhà đường bác sĩ phòng khám bệnh viện
      thuốc toa hẹn đặt đổi hủy đau đầu bụng sốt ho con cháu mẹ cha bố vợ chồng người
      làm đi về ra vào uống ăn thấy bị các những một lần trước sau bây sống khỏe việc giúp thể cái xem
      đúng`,
    numbers: `không một hai ba bốn tư năm lăm sáu bảy tám chín mười mươi trăm nghìn ngàn linh lẻ`,
  },
  tl: {
    words: `ako ikaw ka siya kami tayo kayo sila ko mo niya namin natin ninyo nila akin iyo kanya amin
      atin inyo kanila ang ng mga sa na ay at o pero kasi dahil kung kapag para ni si kay sina nina
      hindi oo opo po ho pong pang wala meron mayroon may gusto kailangan pwede puwede dapat ayaw alam ba naman
      lang din rin pa nga yata sana daw raw ito iyan iyon yan yun yung nito niyan noon dito diyan
      doon nandito nasaan saan ano sino kailan bakit paano ilan magkano alin anong sinong salamat
      maraming magandang umaga hapon gabi araw kumusta kamusta pasensya pakiusap paki doktor ospital
      gamot reseta botika masakit sakit lagnat ubo ulo tiyan katawan anak asawa nanay tatay kapatid
      lola lolo pangalan apelyido petsa kapanganakan ipinanganak numero telepono tirahan nakatira
      kalye linggo buwan taon oras ngayon bukas kahapon mamaya kanina lunes martes miyerkules huwebes
      biyernes sabado tawag tumawag tumatawag magpa magpapa makipag usap sabi sinabi gawin gagawin
      punta pumunta pupunta kuha kumuha inom iniinom bata tao bahay isang lahat marami konti mabuti
      talaga nang hanggang mula tungkol ayos sige teka sandali nung yong dun nyo`,
    numbers: `isa dalawa dalawang tatlo tatlong apat lima limang anim pito pitong walo walong siyam sampu
      sampung labing dalawampu tatlumpu daan libo wan tu tri`,
  },
  ht: {
    words: `mwen ou li nou yo m w l n se te ap pral ta pa gen genyen pou nan ak avèk epi men oswa oubyen
      si ki kisa kiyès kote kilè poukisa kijan konbyen sa sa a yon la lan an wi non tanpri souple mèsi
      bonjou bonswa alo eskize padon doktè enfimyè lopital klinik randevou medikaman preskripsyon
      famasi asirans kat dat nesans fèt non siyati adrès nimewo telefòn rele rete lari doulè fè mal
      lafyèv tous tèt vant pitit gason fi mari madanm manman papa semèn mwa ane jou jodi jodiya demen
      ayè maten apremidi aswè lè èdtan lendi madi mèkredi jedi vandredi samdi dimanch bezwen vle kapab
      ka dwe konnen di pale chanje anile pran bay ale vini wè tande anpil plis piti byen mal toujou
      janm deja ankò kounye kounya konsa anyen tout lòt moun bagay paske depi jiska avan apre sou
      anba kay travay fèm ede rann rive santi malad tansyon grangou avèw`,
    numbers: `zewo en de twa kat senk sis sèt uit nèf dis onz douz trèz katòz kenz sèz disèt dizuit diznèf
      ven trant karant senkant swasant san mil`,
  },
  ru: {
    words: `я ты он она оно мы вы они и в во не на что с со как а то все всё так но да нет к ко у же за
      бы по только мне меня мой моя моё мои вас вам ваш ваша нас нам его её их от из о об еще ещё уже
      или если когда где кто что почему потому чтобы для до после это этот эта эти тот там тут здесь
      можно нужно надо хочу хотел хотела могу может есть был была было были быть буду будет очень
      хорошо спасибо пожалуйста здравствуйте алло извините доктор врач врачу больница клиника запись
      записаться прием приём рецепт лекарство таблетки страховка дата рождения родился родилась имя
      фамилия зовут адрес номер телефон телефона живу улица болит боль температура кашель голова
      живот ребенок сын дочь муж жена мама папа неделя месяц год лет час сегодня завтра вчера утром
      вечером понедельник вторник среда четверг пятница суббота воскресенье перенести отменить
      говорю сказать понимаю звоню принимаю`,
    numbers: `ноль один одна два две три четыре пять шесть семь восемь девять десять одиннадцать двенадцать
      тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать
      тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто сто двести тысяча`,
  },
  zh: {
    words: `我 你 您 他 她 它 我们 你们 他们 的 了 是 在 有 没有 不 也 都 就 和 跟 吗 呢 吧 啊 很 太 要 想
      可以 能 会 需要 请 请问 谢谢 你好 您好 对不起 再见 好 好的 对 什么 怎么 哪里 谁 为什么 什么时候 多少
      这 那 这个 那个 这里 那里 医生 医院 诊所 预约 看病 处方 药 保险 出生 生日 日期 名字 姓名 叫 地址 号码
      电话 电话号码 住 住在 痛 疼 头痛 发烧 咳嗽 肚子 孩子 儿子 女儿 先生 太太 妈妈 爸爸 星期 月 年 日 号 点
      今天 明天 昨天 上午 下午 早上 晚上 现在 以后 以前 改 取消 说 打电话 知道 给 到 从 还 再 已经 因为 所以
      但是 如果 帮 帮我 看 去 来 做 吃 一下 问题`,
    numbers: `零 〇 一 二 两 三 四 五 六 七 八 九 十 百 千 万 幺`,
  },
  ko: {
    words: `저 저는 제가 제 나 나는 우리 네 예 아니요 안녕하세요 감사합니다 고맙습니다 죄송합니다 여보세요 예약
      예약을 하고 싶어요 싶습니다 싶은데요 변경 취소 의사 선생님 병원 약 약을 처방전 처방 보험 생년월일은
      생년월일 생일 이름은 이름이 이름 주소 주소는 번호 번호는 전화 전화번호 전화번호는 살고 있어요 있습니다
      없어요 없습니다 아파요 아픕니다 머리가 배가 열이 기침이 아이가 아들 딸 남편 아내 어머니 아버지 오늘 내일
      어제 오전 오후 아침 저녁 지금 다음 주 이번 언제 어디 어떻게 무엇 뭐 왜 그리고 그런데 그래서 근데 좀 다시
      월요일 화요일 수요일 목요일 금요일 토요일 일요일 시에 해요 합니다 해 주세요 주세요 되나요 있나요 좋아요`,
    numbers: `공 영 일 이 삼 사 오 육 칠 팔 구 십 백 천 만 하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열`,
  },
  ar: {
    words: `أنا انا أنت انت هو هي نحن هم و في من إلى الى على عن مع هذا هذه ذلك التي الذي ما ماذا متى أين
      اين كيف لماذا كم هل لا نعم أريد اريد أحتاج احتاج يمكن ممكن كان كانت يكون عندي لدي لي لك شكرا من فضلك
      لو سمحت السلام عليكم مرحبا ألو آسف طبيب الطبيب دكتور الدكتور مستشفى المستشفى عيادة العيادة موعد
      الموعد وصفة دواء الدواء الأدوية تأمين التأمين تاريخ ميلاد الميلاد ميلادي اسمي الاسم عنوان عنواني
      العنوان رقم رقمي هاتف الهاتف هاتفي أسكن اسكن شارع ألم وجع حرارة سعال رأسي بطني طفل ابني ابنتي
      زوجي زوجتي أمي أبي أسبوع شهر سنة يوم ساعة اليوم غدا أمس صباحا مساء الاثنين الثلاثاء الأربعاء
      الخميس الجمعة السبت الأحد تغيير إلغاء أن ان لكن أو او ثم بعد قبل كل شيء جدا الآن`,
    numbers: `صفر واحد اثنان اثنين ثلاثة أربعة اربعة خمسة ستة سبعة ثمانية تسعة عشرة عشر عشرين ثلاثين
      أربعين خمسين ستين سبعين ثمانين تسعين مئة مائة ألف`,
  },
  hi: {
    words: `मैं मेरा मेरी मेरे मुझे हम हमारा आप आपका आपकी आपको वह यह ये वो का की के को से में पर और या लेकिन
      नहीं हाँ हां जी है हैं हूँ हूं था थी थे होगा क्या कब कहाँ कहां कैसे क्यों कौन कितना कृपया धन्यवाद
      नमस्ते हैलो माफ कीजिए डॉक्टर अस्पताल क्लिनिक अपॉइंटमेंट दवा दवाई पर्चा बीमा जन्म तारीख तिथि नाम
      पता नंबर फोन रहता रहती दर्द बुखार खांसी सिर पेट बच्चा बेटा बेटी पति पत्नी माँ पिता हफ्ता महीना
      साल दिन बजे आज कल सुबह शाम सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार चाहिए चाहता चाहती
      करना करनी कर सकते सकता सकती रहा रही लिए बात बोल रद्द बदलना एक बार भी तो ही बहुत`,
    numbers: `शून्य एक दो तीन चार पांच पाँच छह छः सात आठ नौ दस ग्यारह बारह बीस तीस चालीस पचास साठ सत्तर
      अस्सी नब्बे सौ हज़ार हजार`,
  },
};
