const list = (words: string): readonly string[] =>
  words
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', ' '));

const insurers = list(`
  aetna cigna humana premera regence wellcare wellpoint centene molina oscar_health unitedhealthcare
  united_healthcare uhc bcbs blue_cross blue_shield blue_cross_blue_shield carefirst highmark medica
  healthpartners emblemhealth medi-cal tricare champva caresource ambetter magellan optum optumrx
  express_scripts caremark genworth metlife prudential aflac geico allstate progressive usaa unum
  delta_dental vsp eyemed davis_vision medicare medicaid medigap horizon_blue_cross geisinger
  kaiser_permanente anthem_blue_cross tufts_health harvard_pilgrim fidelis amerigroup amerihealth
`);
const hospitals = list(`
  sloan_kettering memorial_sloan_kettering dana-farber dana_farber md_anderson johns_hopkins mayo_clinic
  cleveland_clinic st._jude st_jude mount_sinai cedars-sinai cedars_sinai mass_general beth_israel
  brigham_and_women's scripps walgreens cvs rite_aid costco walmart kroger publix labcorp quest quest_diagnostics
  planned_parenthood medexpress minuteclinic zocdoc mychart teladoc
`);
const drugs = list(`
  eylea lucentis avastin humira enbrel stelara skyrizi rinvoq dupixent cosentyx taltz otezla xeljanz remicade
  ozempic wegovy mounjaro zepbound trulicity victoza januvia jardiance farxiga invokana lantus humalog novolog
  tresiba basaglar toujeo levemir eliquis xarelto pradaxa coumadin plavix brilinta lipitor crestor zocor
  repatha praluent entresto norvasc diovan cozaar zestril lasix norco vicodin percocet oxycontin dilaudid
  suboxone narcan ultram neurontin lyrica cymbalta zoloft prozac lexapro paxil celexa effexor wellbutrin
  abilify seroquel zyprexa risperdal latuda vraylar lamictal depakote keppra topamax dilantin tegretol xanax
  ativan valium klonopin ambien lunesta adderall ritalin concerta vyvanse strattera synthroid armour_thyroid
  prilosec nexium protonix pepcid zantac zofran reglan linzess miralax metamucil imodium advair symbicort
  spiriva flonase nasonex singulair zyrtec claritin benadryl mucinex tylenol advil motrin aleve excedrin
  ben-gay bengay icy_hot voltaren lidoderm mirena kyleena liletta nexplanon paragard yaz premarin estrace
  cialis viagra flomax proscar propecia botox juvederm restylane latisse accutane retin-a augmentin zithromax
  cipro levaquin keflex bactrim paxlovid tamiflu shingrix gardasil prevnar pneumovax tdap dtap td mmr
  moderna pfizer fosamax prolia boniva reclast aricept namenda gleevec keytruda opdivo herceptin
`);
const devices = list(`
  medtronic abbott dexcom freestyle_libre omnipod tandem_diabetes resmed respironics philips_respironics
  inogen cpap bipap stryker zimmer_biomet synthes smith_nephew boston_scientific biotronik st._jude_medical
  cochlear phonak oticon starkey siemens ge_healthcare fitbit garmin invisalign waterpik sonicare oral-b
`);
const cars = list(`
  toyota honda nissan mazda subaru mitsubishi hyundai kia volkswagen vw bmw audi volvo buick chevrolet chevy
  cadillac pontiac dodge chrysler jeep gmc acura lexus infiniti tesla porsche jaguar camry corolla accord
  altima sentra outback forester silverado f-150 impala malibu prius highlander tacoma tundra
`);
/** Manoeuvres, signs, breeds, makes and drinks that are called after people, and whose name is nobody's own. */
const eponyms = list(`
  winn_dixie jewel_osco jewel-osco piggly_wiggly food_lion harris_teeter trader_joe's carl's_jr papa_john's jc_penney cracker_barrel
  fred_meyer les_schwab john_deere bob_evans robert_wood_johnson willis-knighton
  lyme tourette tourette's osgood_schlatter guillain_barre braxton_hicks valsalva heimlich babinski romberg trendelenburg mohs epley kegel
  kegels achilles ivy_block lou_gehrig german_shepherd jack_russell saint_bernard dr._scholl dr_scholl dr._scholl's dr_pepper dr._pepper
  eli_lilly dimetapp nivea pinnacol synagis amedisys bayada sedgwick jim_beam jack_daniels johnnie_walker mary_jane captain_morgan
`);
/** Whom nobody meets at a clinic: of stories, songs, shows, shops and sayings. */
const characters = list(`
  elmo kermit snoopy darth_vader batman superman spiderman santa santa_claus mickey_mouse minnie_mouse barbie shrek
  einstein vivaldi mozart beethoven picasso shakespeare houdini rockefeller sherlock_holmes mother_teresa jesus_christ
  charlie_brown uncle_ben aunt_jemima little_debbie betty_crocker judge_judy billie_jean sweet_caroline art_deco kleenex xerox
  dunkin cologuard easter
`);

const brands: ReadonlySet<string> = new Set(
  [insurers, hospitals, drugs, devices, cars, eponyms, characters].flat(),
);

const asListed = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/'s$|[.,]$/, '');

/** Whether a whole text is a brand or an eponym that hardly anybody is called: no name of a person. */
export const isBrand = (text: string): boolean => brands.has(asListed(text));

const payers: ReadonlySet<string> = new Set(insurers);

/** Whether a whole text is an insurer or a public payer. */
export const isInsurer = (text: string): boolean => payers.has(asListed(text));
