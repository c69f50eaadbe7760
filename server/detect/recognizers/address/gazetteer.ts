import { allMatches } from '../../../domain/all-matches.ts';
import type { Span } from '../../../domain/detection.ts';
import { execAt } from '../../view/pattern.ts';
import type { View } from '../../view/recognizer.ts';
import { asciiLower } from '../../view/text.ts';

/** US states and their postal codes. */
export const states: ReadonlyMap<string, string> = new Map(
  (
    'alabama:AL alaska:AK arizona:AZ arkansas:AR california:CA colorado:CO connecticut:CT delaware:DE ' +
    'florida:FL georgia:GA hawaii:HI idaho:ID illinois:IL indiana:IN iowa:IA kansas:KS kentucky:KY ' +
    'louisiana:LA maine:ME maryland:MD massachusetts:MA michigan:MI minnesota:MN mississippi:MS ' +
    'missouri:MO montana:MT nebraska:NE nevada:NV new_hampshire:NH new_jersey:NJ new_mexico:NM ' +
    'new_york:NY north_carolina:NC north_dakota:ND ohio:OH oklahoma:OK oregon:OR pennsylvania:PA ' +
    'rhode_island:RI south_carolina:SC south_dakota:SD tennessee:TN texas:TX utah:UT vermont:VT ' +
    'virginia:VA washington:WA west_virginia:WV wisconsin:WI wyoming:WY puerto_rico:PR ' +
    'district_of_columbia:DC guam:GU us_virgin_islands:VI'
  )
    .split(' ')
    .map((entry) => entry.replaceAll('_', ' ').split(':') as [string, string]),
);

/** Provinces and territories of Canada with their postal codes. */
export const provinces: ReadonlyMap<string, string> = new Map(
  (
    'alberta:AB british_columbia:BC manitoba:MB new_brunswick:NB newfoundland:NL nova_scotia:NS ' +
    'ontario:ON prince_edward_island:PE quebec:QC saskatchewan:SK yukon:YT nunavut:NU'
  )
    .split(' ')
    .map((entry) => entry.replaceAll('_', ' ').split(':') as [string, string]),
);

function phrases(list: string): readonly string[] {
  return list
    .trim()
    .split(/\s+/)
    .map((entry) => entry.replaceAll('_', ' '));
}

export const countries: readonly string[] = phrases(`
  afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan bahamas
  bahrain bangladesh barbados belarus belgium belize benin bhutan bolivia bosnia botswana brazil brunei
  bulgaria burkina_faso burundi cambodia cameroon canada cape_verde central_african_republic chad chile
  china colombia comoros congo costa_rica croatia cuba cyprus czech_republic czechia denmark djibouti
  dominica dominican_republic ecuador egypt el_salvador england equatorial_guinea eritrea estonia
  eswatini ethiopia fiji finland france gabon gambia germany ghana gibraltar great_britain greece
  greenland grenada guam guatemala guinea guyana haiti honduras hong_kong hungary iceland india
  indonesia iran iraq ireland israel italy ivory_coast jamaica japan jordan kazakhstan kenya kiribati
  kosovo kuwait kyrgyzstan laos latvia lebanon lesotho liberia libya liechtenstein lithuania luxembourg
  macau macedonia madagascar malawi malaysia maldives mali malta marshall_islands mauritania mauritius
  mexico micronesia moldova monaco mongolia montenegro morocco mozambique myanmar namibia nauru nepal
  netherlands new_zealand nicaragua niger nigeria north_korea northern_ireland norway oman pakistan
  palau palestine panama papua_new_guinea paraguay peru philippines poland portugal qatar romania russia
  rwanda samoa san_marino saudi_arabia scotland senegal serbia seychelles sierra_leone singapore
  slovakia slovenia solomon_islands somalia south_africa south_korea south_sudan spain sri_lanka sudan
  suriname sweden switzerland syria taiwan tajikistan tanzania thailand timor togo tonga trinidad
  tunisia turkey turkmenistan tuvalu uganda ukraine united_arab_emirates united_kingdom united_states
  uruguay uzbekistan vanuatu vatican_city venezuela vietnam wales yemen zambia zimbabwe
  american_samoa anguilla antigua_and_barbuda aruba bermuda bosnia_and_herzegovina
  british_virgin_islands cayman_islands christmas_island cook_islands faroe_islands falkland_islands
  french_guiana french_polynesia gambia guadeloupe guernsey guinea-bissau isle_of_man jersey
  martinique mayotte montserrat new_caledonia norfolk_island northern_mariana_islands reunion
  saint_helena saint_kitts_and_nevis saint_lucia saint_martin
  saint_pierre_and_miquelon saint_vincent sao_tome_and_principe svalbard the_bahamas the_netherlands
  tokelau trinidad_and_tobago turks_and_caicos_islands us_virgin_islands usa u.s.a. uk u.k.
  wallis_and_futuna western_sahara united_states_of_america`);

export const cities: readonly string[] = phrases(`
  new_york_city los_angeles chicago houston phoenix philadelphia san_antonio san_diego dallas san_jose
  austin jacksonville fort_worth columbus charlotte indianapolis san_francisco seattle denver
  nashville oklahoma_city el_paso boston portland las_vegas detroit memphis louisville baltimore
  milwaukee albuquerque tucson fresno sacramento kansas_city mesa atlanta omaha colorado_springs
  raleigh long_beach virginia_beach miami oakland minneapolis tulsa tampa arlington new_orleans
  wichita cleveland bakersfield aurora anaheim honolulu riverside corpus_christi lexington stockton
  henderson saint_paul st._paul st_paul cincinnati st._louis st_louis saint_louis pittsburgh greensboro
  anchorage plano newark durham chula_vista toledo fort_wayne st._petersburg laredo jersey_city
  chandler madison lubbock scottsdale reno buffalo gilbert glendale winston-salem norfolk chesapeake
  irvine fremont garland irving richmond boise spokane baton_rouge des_moines tacoma san_bernardino
  modesto fontana santa_clarita birmingham oxnard fayetteville rochester moreno_valley yonkers
  huntsville salt_lake_city amarillo montgomery little_rock akron grand_rapids augusta mobile
  shreveport tallahassee knoxville worcester fort_lauderdale providence chattanooga brownsville tempe
  santa_rosa eugene salem cape_coral peoria fort_collins springfield jackson hartford topeka
  savannah syracuse dayton charleston ann_arbor allentown cedar_rapids santa_fe lansing
  burlington brooklyn manhattan queens staten_island long_island london manchester liverpool leeds
  glasgow edinburgh cardiff belfast bristol sheffield newcastle nottingham leicester coventry
  brighton oxford cambridge york bath reading southampton plymouth aberdeen dundee dublin cork
  galway limerick toronto montreal vancouver calgary edmonton ottawa winnipeg quebec_city halifax
  sydney melbourne brisbane perth adelaide canberra auckland wellington christchurch paris marseille
  lyon toulouse nice bordeaux lille strasbourg berlin hamburg munich cologne frankfurt stuttgart
  dusseldorf leipzig dresden vienna salzburg zurich geneva basel bern rome milan naples turin
  florence venice bologna palermo madrid barcelona valencia seville malaga bilbao lisbon porto
  amsterdam rotterdam the_hague utrecht eindhoven brussels antwerp ghent bruges copenhagen aarhus
  stockholm gothenburg oslo bergen helsinki reykjavik warsaw krakow gdansk prague brno budapest
  bucharest sofia belgrade zagreb ljubljana athens thessaloniki istanbul ankara izmir moscow
  saint_petersburg kyiv kiev odessa minsk riga vilnius tallinn cairo alexandria casablanca marrakesh
  tunis algiers lagos abuja accra nairobi addis_ababa dar_es_salaam kampala johannesburg cape_town
  durban pretoria jerusalem tel_aviv beirut damascus amman baghdad tehran riyadh jeddah dubai
  abu_dhabi doha kuwait_city karachi lahore islamabad kabul mumbai delhi new_delhi bangalore chennai
  kolkata hyderabad ahmedabad pune dhaka kathmandu colombo bangkok hanoi ho_chi_minh_city saigon
  manila jakarta kuala_lumpur beijing shanghai guangzhou shenzhen chengdu wuhan taipei
  seoul busan tokyo osaka kyoto yokohama nagoya mexico_city guadalajara monterrey tijuana havana
  san_juan santo_domingo port-au-prince kingston guatemala_city tegucigalpa managua bogota medellin
  cali caracas quito guayaquil la_paz santiago buenos_aires cordoba montevideo asuncion sao_paulo
  rio_de_janeiro brasilia salvador recife lima`);

/** Places that are also names or everyday words: a place only behind a preposition or before a state. */
export const ambiguous: ReadonlySet<string> = new Set(
  phrases(`
    alexandria amarillo amman arlington athens aurora austin bath buffalo cali chad chandler charlotte china
    chesapeake cleveland colombo columbus congo cordoba cork dakota dallas denver dominica durham eugene
    florence garland georgia gilbert guinea henderson houston irving jackson jordan kingston lexington lima
    lincoln madison mali manchester mesa milan mobile montgomery new_york_city nice niger norfolk odessa
    orlando paris perth phoenix plano porto queens quito reading reno richmond riga riverside rochester salem
    salvador santiago savannah sofia sydney togo tonga turkey valencia venice virginia vienna wales
    washington wellington york jersey trinidad bern grenada israel la_paz london panama timor reunion saint_martin saint_vincent saint_lucia guam`),
);

export type PlaceType = 'state' | 'country' | 'city';

export interface Place {
  readonly span: Span;
  readonly name: string;
  readonly type: PlaceType;
}

const types = new Map<string, PlaceType>([
  ...cities.map((name): [string, PlaceType] => [name, 'city']),
  ...countries.map((name): [string, PlaceType] => [name, 'country']),
  ...[...states.keys(), ...provinces.keys()].map((name): [string, PlaceType] => [name, 'state']),
]);

/** Names by their first word, longest first. */
const byFirstWord = new Map<string, string[]>();
for (const name of [...types.keys()].sort((a, b) => b.length - a.length)) {
  const first = /^[a-z]+/.exec(name)?.[0] ?? name;
  byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), name]);
}

const words = /[a-z]{2,24}/g;
const wordHere = /[a-z]{2,24}/y;

/** The known place whose name starts at `at`, the longest one; `lower` is the lower-cased text. */
export function placeAt(lower: string, at: number): Place | undefined {
  const first = execAt(wordHere, lower, at)?.[0] ?? '';
  for (const name of byFirstWord.get(first) ?? []) {
    const end = at + name.length;
    if (!lower.startsWith(name, at) || /[\p{L}\d]/u.test(lower.charAt(end))) continue;
    return { span: [at, end], name, type: types.get(name) ?? 'city' };
  }
  return undefined;
}

const placesByView = new WeakMap<View, readonly Place[]>();

/** Known places of a view, left to right. */
export function places(view: View): readonly Place[] {
  const known = placesByView.get(view) ?? readPlaces(view.text);
  placesByView.set(view, known);
  return known;
}

function readPlaces(text: string): readonly Place[] {
  const lower = asciiLower(text);
  const found: Place[] = [];
  let end = 0;
  for (const { index, 0: first } of allMatches(lower, words)) {
    if (index < end || !byFirstWord.has(first) || /[\p{L}\d@.'-]/u.test(lower.charAt(index - 1)))
      continue;
    const place = placeAt(lower, index);
    if (place === undefined) continue;
    found.push(place);
    end = place.span[1];
  }
  return found;
}
