/** Import direction. Each rule names who is being kept out of what. */
const stage = [
  'ingress',
  'normalize',
  'detect',
  'tokenize',
  'leak-scan',
  'dialects',
  'journal',
  'rehydrate',
  'policy',
  'projections',
];
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(server|main|renderer|build)/' },
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot:
          '(^|/)main/(index|preload)\\.tsx?$|^server/cli/main\\.ts$|\\.d\\.ts$|^test/|^build/(signing\\.cjs|own-system\\.js)$',
      },
      to: {},
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^server/domain/' },
      // Long work knows whose it is by an asynchronous context.
      to: { pathNot: ['^server/domain/', '^(node:)?async_hooks$'] },
    },
    {
      name: 'shared-is-portable',
      severity: 'error',
      from: { path: '^server/shared/' },
      to: { path: '^server/|node_modules/', pathNot: '^server/shared/|node_modules/(zod|@types)/' },
    },
    {
      name: 'contract-is-portable',
      severity: 'error',
      from: { path: '^server/contract/' },
      to: { pathNot: '^server/(contract|domain)/|node_modules/zod/' },
    },
    {
      name: 'ports-see-domain-only',
      severity: 'error',
      from: { path: '^server/ports/' },
      to: { pathNot: ['^server/(ports|domain|contract)/', '^(node:)?crypto$'] },
    },
    {
      name: 'stages-see-domain-and-ports',
      severity: 'error',
      from: { path: `^server/(${stage.join('|')})/` },
      // Languages are data that stages share: what their words are, and which ones a policy may cover.
      to: {
        path: '^server/',
        pathNot: `^server/(domain|shared|ports|contract|normalize/languages)/|^server/$1/`,
      },
    },
    {
      name: 'stages-do-no-io',
      severity: 'error',
      from: { path: `^server/(domain|${stage.join('|')})/` },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(async_hooks|crypto|zlib)$' },
    },
    {
      name: 'agents-calls-sessions-and-pipeline-know-no-adapter',
      severity: 'error',
      from: {
        path: '^server/(agents|settings|alerts|calls|live-view|sessions|pipeline|roster-import)/',
      },
      to: { path: '^server/(adapters|http)/' },
    },
    {
      name: 'contract-is-types-only-below-http',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(contract|http|cli|app)/' },
      to: { path: '^server/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'roster-sees-detection-only',
      severity: 'error',
      from: { path: '^server/roster/' },
      to: { path: '^server/', pathNot: '^server/(roster|domain|ports|detect)/' },
    },
    {
      name: 'agents-know-no-call',
      severity: 'error',
      from: { path: '^server/agents/' },
      to: { path: '^server/(calls|live-view|sessions|pipeline)/' },
    },
    {
      name: 'calls-know-no-turn',
      severity: 'error',
      from: { path: '^server/calls/' },
      to: { path: '^server/(live-view|sessions|pipeline)/' },
    },
    {
      name: 'live-view-and-sessions-know-no-turn',
      severity: 'error',
      from: { path: '^server/(live-view|sessions)/' },
      to: { path: '^server/pipeline/' },
    },
    {
      name: 'http-sees-no-masking-stage',
      severity: 'error',
      from: { path: '^server/http/' },
      to: { path: '^server/(detect|tokenize|journal|rehydrate)/' },
    },
    {
      name: 'only-app-wires-adapters',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(adapters|app|cli)/' },
      to: { path: '^server/adapters/' },
    },
    {
      name: 'adapters-do-not-meet',
      severity: 'error',
      from: { path: '^server/adapters/([^/]+)/' },
      to: { path: '^server/adapters/', pathNot: '^server/adapters/(system|$1)/' },
    },
    {
      name: 'fastify-stays-in-http',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(http|app)/' },
      to: { path: 'node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'portal-sees-contract-only',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(server|main)/', pathNot: '^server/contract/|^main/ipc/schema\\.ts$' },
    },
    {
      name: 'portal-takes-types-of-the-app-only',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^main/', dependencyTypesNot: ['type-only'] },
    },
    {
      // Zod tries to evaluate a string, which the portal's Content-Security-Policy reports.
      name: 'portal-takes-only-types-of-the-contract',
      severity: 'error',
      from: { path: '^renderer/' },
      to: {
        path: '^server/contract/',
        pathNot: '^server/contract/(rights|figures/words)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'portal-features-do-not-meet',
      severity: 'error',
      from: {
        path: '^renderer/(?!ui/|lib/|activity/|exposure/|figures/|holds/|reveal/|sampling/)([^/]+)/',
      },
      to: {
        path: '^renderer/(?!ui/|lib/|activity/|exposure/|figures/|holds/|reveal/|sampling/)[^/]+/',
        pathNot: '^renderer/$1/',
      },
    },
    {
      name: 'portal-ui-knows-no-feature',
      severity: 'error',
      from: { path: '^renderer/(ui|lib|exposure|figures)/' },
      to: {
        path: '^renderer/(?!ui/|lib/|activity/|exposure/|figures/|holds/|reveal/|sampling/)[^/]+/',
      },
    },
    {
      name: 'adapters-know-no-call-and-no-http',
      severity: 'error',
      from: { path: '^server/adapters/' },
      to: { path: '^server/(agents|settings|alerts|calls|live-view|sessions|pipeline|http)/' },
    },
    {
      name: 'system-adapter-stands-alone',
      severity: 'error',
      from: { path: '^server/adapters/system/' },
      to: { path: '^server/adapters/', pathNot: '^server/adapters/system/' },
    },
    {
      name: 'shell-sees-contract-and-shared-only',
      severity: 'error',
      from: { path: '^main/' },
      to: { path: '^(server|renderer)/', pathNot: '^server/(contract|shared)/' },
    },
    {
      name: 'electron-stays-in-main',
      severity: 'error',
      from: { pathNot: '^(main|test)/' },
      to: { path: '^electron$|node_modules/electron/' },
    },
    {
      name: 'no-test-code-in-product',
      severity: 'error',
      from: { path: '^(main|renderer|server)/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-dev-deps-in-product',
      severity: 'error',
      // The portal and the desktop app are bundled: what they use is in their own files, not in packages.
      from: { path: '^server/' },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/(@types|electron)/',
      },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^renderer/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
