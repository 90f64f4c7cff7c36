/** The figures of 22 November 2026, before the clean-up: files, lines, median, p95, longest file, share of comment lines. */
export const workspacesBefore: Readonly<Record<string, readonly [number, number, number, number, number, string]>> = {
  'mfe-workflows': [277, 20_290, 55, 198, 322, '6.1 %'],
  'durable-runs': [155, 11_886, 58, 192, 373, '10.8 %'],
  'edge-api': [168, 9_407, 46, 127, 189, '10.6 %'],
  'packages/connectors': [181, 9_395, 41, 145, 313, '11.9 %'],
  'packages/ui': [114, 8_128, 60, 166, 225, '6.1 %'],
  'mfe-admin': [69, 5_718, 68, 212, 317, '3.5 %'],
  'packages/workflow': [111, 5_038, 39, 104, 191, '13.4 %'],
  shell: [91, 5_015, 44, 142, 165, '9.4 %'],
  local: [67, 4_957, 51, 221, 276, '7.9 %'],
  'packages/database': [54, 3_893, 61, 156, 332, '11.3 %'],
  'packages/contracts': [48, 3_696, 53, 224, 245, '12.1 %'],
  tools: [79, 3_100, 33, 111, 147, '12.2 %'],
  'all of them': [1_570, 100_220, 50, 172, 373, '8.9 %'],
};

/** Other figures from that day, by their name in the table. */
export const figuresBefore: Readonly<Record<string, string>> = {
  'tests: files, lines, median, longest': '503, 52,600, 84, 774',
  'files below 10 / 20 / 40 / 150 / 300 lines, and above': '104 / 180 / 351 / 811 / 117 / 7',
  'folders, and those with one file': '285, 49',
  'functions: number, median, p95, p99, longest': '9,843, 3, 26, 60, 228',
  'functions with five parameters or more': '80',
  'nested conditional expressions, and those of depth 3 or more': '136, 10',
  'comments: number, median and p90 of words': '6,463, 12, 24',
  'comments that are an id alone': '202',
  'comments that open with "What"': '10 %',
  'comments with nobody, somebody, whoever or anew': '4 %',
  'two documentation blocks in a row': '2 known',
  'references to lines of the specification or to threats that lead nowhere': 'about 1,300',
  'import circles, and those by values': '10, 3',
};
