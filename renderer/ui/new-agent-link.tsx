import { Link } from '@tanstack/react-router';
import { useIsAdmin } from '../lib/me.ts';
import { agents } from '../lib/strings/agents.ts';

interface Props {
  /** What it says, where it is not the page's own name. */
  readonly label?: string;
  readonly look?: 'primary';
}

/** Leads to the form for a new agent; absent for members, because only admins make agents. */
export function NewAgentLink({ label = agents.create, look }: Props) {
  if (!useIsAdmin()) return null;
  return (
    <Link className="button" {...(look && { 'data-look': look })} to="/agents/new">
      {label}
    </Link>
  );
}
