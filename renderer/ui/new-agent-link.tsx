import { Link } from '@tanstack/react-router';
import { useIsAdmin } from '../lib/me.ts';
import { commonStrings } from './strings.ts';

interface Props {
  /** Default: the name of the page. */
  readonly label?: string;
  readonly variant?: 'primary';
}

/** Link to the form for a new agent, for admins only. */
export function NewAgentLink({ label = commonStrings.newAgent, variant }: Props) {
  if (!useIsAdmin()) return null;
  return (
    <Link className="button" {...(variant && { 'data-look': variant })} to="/agents/new">
      {label}
    </Link>
  );
}
