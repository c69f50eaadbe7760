import type { ResourceLimits } from 'node:worker_threads';

/**
 * Memory of a thread that lives as long as the service. Almost nothing that it makes outlives a
 * request, so that a small young generation costs no time; Node lets it grow to 134 MB in each.
 */
export const serviceThread: ResourceLimits = { maxYoungGenerationSizeMb: 6 };
