/** Whether this page shows the demo: invented calls, in a service of their own (decision 0181). */
export const inDemo = globalThis.location?.pathname.startsWith('/demo/') ?? false;

const place = inDemo ? '/demo' : '';

/** Where the pages of this portal are. */
export const portalPath = `${place}/portal`;
/** Where its API is. */
export const apiPath = `${place}/api/v1`;
/** Where the demo's pages are. */
export const demoPath = '/demo/portal';
