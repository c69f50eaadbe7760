import type { Command } from 'commander';
import type { ActionOf } from './action.ts';

/** `svc policy …`. */
export function policyCommands(program: Command, action: ActionOf): void {
  const policy = program.command('policy').description('check and compare masking policies');

  policy
    .command('validate')
    .description('check a policy file')
    .argument('<file>', 'policy in YAML')
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', '\nExample:\n  svc policy validate configs/mask_policy.yaml')
    .action(action(async () => (await import('../policy.ts')).validatePolicy));

  policy
    .command('diff')
    .description('list the differences between two policies')
    .argument('<file_a>', 'policy in YAML')
    .argument('<file_b>', 'policy in YAML')
    .option('--json', 'print the differences as JSON')
    .option('--exit-code', 'exit with 1 when the policies differ')
    .addHelpText(
      'after',
      '\nExample:\n  svc policy diff configs/mask_policy.yaml configs/healthcare-strict.yaml',
    )
    .action(action(async () => (await import('../policy.ts')).diffPolicyFiles));
}
