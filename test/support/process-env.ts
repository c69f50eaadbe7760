/** What any process needs of the environment, and no setting of the service, not even of a checkout's `.env`. */
export function processEnv(): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE, SVC_CONFIG_FILE: '/dev/null' };
}
