/** `uniform()` gives numbers in [0, 1). */
export type Uniform = () => number;

/**
 * How far apart two values may lie and still be hard to tell apart by their noise. The noise's scale
 * is sensitivity / epsilon (Laplace mechanism): at the default epsilon of 0.5, dates move by 60 days
 * and ages by 2 years on average.
 */
export const dateSensitivityDays = 30;
export const ageSensitivityYears = 1;

/**
 * Whole-number Laplace noise that is never zero. Leaving zero out keeps a fake from being the real
 * value, at the price of the mechanism's formal guarantee: epsilon sets the spread and no more is
 * claimed for it.
 */
export function laplaceNoise(uniform: Uniform, sensitivity: number, epsilon: number): number {
  const centred = uniform() - 0.5;
  const sign = centred < 0 ? -1 : 1;
  const tail = Math.max(1 - 2 * Math.abs(centred), Number.EPSILON);
  return sign * Math.max(1, Math.round((-sensitivity / epsilon) * Math.log(tail)));
}
