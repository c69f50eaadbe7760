import type { Command } from 'commander';

/** `svc completion <shell>`. */
export function completionCommands(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands at TAB')
    .argument('<shell>', 'bash, zsh, fish or powershell')
    .addHelpText(
      'after',
      `
Examples:
  source <(svc completion bash)              in ~/.bashrc
  svc completion zsh > ~/.zfunc/_svc         a folder of fpath
  svc completion fish > ~/.config/fish/completions/svc.fish
  svc completion powershell | Out-String | Invoke-Expression`,
    )
    .action(async (shell: string) => {
      const { printCompletion } = await import('../completion.ts');
      process.exitCode = await printCompletion(shell, program);
    });
}
