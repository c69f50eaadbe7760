import { watchRules } from './rules.ts';

// Detection is imported behind this line, so that its rules are watched.
const rules = watchRules();
const { leaveOutRules } = await import('./leave-out.ts');
process.exitCode = await leaveOutRules(rules, process.argv.slice(2));
