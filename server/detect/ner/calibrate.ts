/** A line through log-odds: what a span's probability is worth. */
export interface Calibration {
  readonly slope: number;
  readonly offset: number;
}

const minProbability = 1e-4;

/** Log-odds of a probability, bounded away from its ends. */
export function logOdds(probability: number): number {
  const inside = Math.min(1 - minProbability, Math.max(minProbability, probability));
  return Math.log(inside / (1 - inside));
}

/** The share of spans of this probability that were right on held-out data, 0 to 1. */
export function calibrated(probability: number, { slope, offset }: Calibration): number {
  return 1 / (1 + Math.exp(-(slope * logOdds(probability) + offset)));
}
