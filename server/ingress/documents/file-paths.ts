import { allMatches } from '../../domain/all-matches.ts';
import { type DocumentField, type DocumentReader, inWindows } from './document-field.ts';

/** The last part of a path, or a file's name: up to its suffix. */
const fileName =
  /(?<![\p{L}\p{N}_.-])([\p{L}\p{N}][\p{L}\p{N}_.,'’+-]{3,120})\.(?:pdf|dcm|dicom|tiff?|jpe?g|png|gif|bmp|heic|docx?|rtf|txt|xlsx?|csv|tsv|xml|json|hl7|ccd|ccda|wav|mp3|m4a|mp4|zip|edf|html?)(?![\p{L}\p{N}])/giu;
const piece = /[\p{L}'’]+|\d+/gu;
/** A day between 1900 and 2099, in the orders that file names have. */
const day =
  /^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:19|20)\d\d)$/;
const dashedDay = /(?<!\d)(?:19|20)\d\d[-_.](?:0?[1-9]|1[0-2])[-_.](?:0?[1-9]|[12]\d|3[01])(?!\d)/g;

/** What files are: their names have these words where others have a person. */
const fileWords = new Set(
  'scan scans scanned report reports lab labs result results xray xr mri ct pet us ultrasound chest abdomen head brain knee spine left right hand foot hip back neck consent form forms invoice bill billing statement claim claims insurance card referral letter summary discharge visit note notes progress final draft copy page part img image images doc docs document documents file files intake upload uploads download downloads export import backup data record records chart patient patients history admission transfer order orders medication medications allergy allergies immunization vaccine dental vision cardiology radiology pathology oncology urology neurology echo ecg ekg eeg prescription rx clinic hospital medical health center department dept of and the for to with from new old signed unsigned version rev test sample template policy audit log logs config schedule calendar meeting agenda budget plan year month day week q annual quarterly screenshot photo video audio recording call voicemail transcript fax incoming outgoing front rear side top bottom pre post op preop postop followup follow up am pm id dob mrn ssn jan feb mar apr may jun jul aug sep oct nov dec'.split(
    ' ',
  ),
);

/** Names, dates and numbers in the names of files: `/scans/Lee_Ann_19580220_8965663.pdf`. */
export const readFilePaths: DocumentReader = (text) => {
  const read = (window: string): readonly DocumentField[] =>
    allMatches(window, fileName).flatMap(({ index, 1: name = '' }) => fileFields(name, index));
  return text.includes('.') ? inWindows(text, read) : [];
};

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly written: string;
}

/** A file names somebody where words that are no words of files stand next to a date or a long number. */
function fileFields(name: string, offset: number): readonly DocumentField[] {
  const pieces: Piece[] = allMatches(name, piece).map(({ index, 0: written }) => ({
    start: offset + index,
    end: offset + index + written.length,
    written,
  }));
  const names = pieces.filter(({ written }) => isPerson(written));
  const days = [
    ...pieces.filter(({ written }) => day.test(written)),
    ...allMatches(name, dashedDay).map(({ index, 0: written }) => ({
      start: offset + index,
      end: offset + index + written.length,
      written,
    })),
  ];
  const inDay = ({ start }: Piece): boolean =>
    days.some((one) => start >= one.start && start < one.end);
  const numbers = pieces.filter((one) => /^\d{5,12}$/.test(one.written) && !inDay(one));
  const isNamed = names.length > 0 && names.length < 4 && days.length + numbers.length > 0;
  const isCertain = names.length > 1 || (days.length > 0 && numbers.length > 0);
  if (!isNamed || !isCertain) return [];
  const fieldOf =
    (kind: string) =>
    ({ start, end }: Piece): DocumentField => ({ start, end, kind, notation: 'path' });
  return [
    ...names.map(fieldOf('NAME')),
    ...days.map(fieldOf('DOB')),
    ...numbers.map(fieldOf('MRN')),
  ];
}

const isPerson = (written: string): boolean =>
  /^\p{Lu}[\p{L}'’]+$/u.test(written) && !fileWords.has(written.toLowerCase());
