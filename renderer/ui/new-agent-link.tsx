import { Link } from '@tanstack/react-router';
import { useIsAdmin } from '../lib/me.ts';
import { commonStrings } from './strings.ts';

interface Props {
  /** What it says, where it is not the page's own name. */
  readonly label?: string;
  readonly variant?: 'primary';
}

/** Leads to the form for a new agent; absent for members, because only admins make agents. */
export function NewAgentLink({ label = commonStrings.newAgent, variant }: Props) {
  if (!useIsAdmin()) return null;
  return (
    <Link className="button" {...(variant && { 'data-look': variant })} to="/agents/new">
      {label}
    </Link>
  );
}
