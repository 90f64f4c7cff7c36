/** Round axis marks from 0 to at least `highest`, at most four steps: 0, 20, 40, 60, 80. Whole numbers only. */
export function axisMarks(highest: number): number[] {
  const top = Math.max(1, highest);
  const rough = top / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough);
  const whole = Math.ceil(step);
  return Array.from({ length: Math.ceil(top / whole) + 1 }, (_, index) => index * whole);
}
