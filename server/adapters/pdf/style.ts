import { StyleSheet } from '@react-pdf/renderer';

/** US Letter, in points. */
export const page = { width: 612, height: 792, side: 54, top: 36, bottom: 62 } as const;

export const ink = {
  text: '#1a1a1a',
  quiet: '#595959',
  rule: '#b8b8b8',
  shade: '#f2f2f2',
} as const;

export const style = StyleSheet.create({
  page: {
    paddingTop: page.top,
    paddingBottom: page.bottom,
    paddingHorizontal: page.side,
    fontFamily: 'Helvetica',
    fontSize: 9,
    lineHeight: 1.4,
    color: ink.text,
  },
  product: {
    marginTop: 20,
    fontSize: 9,
    letterSpacing: 1.2,
    color: ink.quiet,
    textTransform: 'uppercase',
  },
  title: { fontFamily: 'Helvetica-Bold', fontSize: 24, lineHeight: 1.2, marginTop: 6 },
  clinic: { fontFamily: 'Helvetica-Bold', fontSize: 12, marginTop: 8 },
  subtitle: { fontSize: 11, color: ink.quiet, marginTop: 2, marginBottom: 14 },
  heading: { fontFamily: 'Helvetica-Bold', fontSize: 14, lineHeight: 1.25, marginBottom: 6 },
  section: { marginTop: 20 },
  subheading: { fontFamily: 'Helvetica-Bold', fontSize: 10, marginTop: 12, marginBottom: 4 },
  paragraph: { marginBottom: 5 },
  plain: {},
  quiet: { color: ink.quiet },
  bold: { fontFamily: 'Helvetica-Bold' },
  mono: { fontFamily: 'Courier', fontSize: 8.5, lineHeight: 1.45 },
  monoSmall: { fontFamily: 'Courier', fontSize: 7.5, lineHeight: 1.35 },
  box: { backgroundColor: ink.shade, paddingVertical: 8, paddingHorizontal: 10, marginTop: 2 },
  commandLine: {
    fontFamily: 'Courier',
    fontSize: 8.5,
    lineHeight: 1.45,
    backgroundColor: ink.shade,
    paddingVertical: 4,
    paddingHorizontal: 10,
    marginTop: 2,
  },
  table: { fontSize: 8, lineHeight: 1.3 },
  root: { fontFamily: 'Courier-Bold', fontSize: 11, lineHeight: 1.5 },
  row: {
    flexDirection: 'row',
    borderBottomWidth: 0.5,
    borderColor: ink.rule,
    paddingVertical: 3.5,
  },
  headRow: {
    flexDirection: 'row',
    borderBottomWidth: 1,
    borderColor: ink.text,
    paddingTop: 3,
    paddingBottom: 3,
    fontFamily: 'Helvetica-Bold',
    fontSize: 8,
  },
  cell: { paddingRight: 8 },
  numberCell: { textAlign: 'right', paddingRight: 12 },
  verdicts: {
    flexDirection: 'row',
    borderTopWidth: 1,
    borderBottomWidth: 1,
    borderColor: ink.text,
  },
  verdict: { flexGrow: 1, flexBasis: 0, paddingVertical: 8, paddingRight: 8 },
  verdictLabel: { fontSize: 8, color: ink.quiet },
  verdictValue: { fontFamily: 'Helvetica-Bold', fontSize: 12, lineHeight: 1.3, marginTop: 2 },
  verdictNote: { fontSize: 8, color: ink.quiet, lineHeight: 1.3, marginTop: 1 },
  signLine: { borderBottomWidth: 0.75, borderColor: ink.text, height: 34 },
});
