import { Link } from '@tanstack/react-router';
import { apiUrl } from '../lib/api.ts';
import { useRefusal } from '../lib/me.ts';
import { commonStrings } from './strings.ts';

interface Props {
  /** Default: the name of the page. */
  readonly label?: string;
  readonly variant?: 'primary';
}

/** Link to the form for a new agent, for people who may make one. */
export function NewAgentLink({ label = commonStrings.newAgent, variant }: Props) {
  if (useRefusal('createAgent') !== undefined) return null;
  return (
    <Link className="button" {...(variant && { 'data-look': variant })} to="/agents/new">
      {label}
    </Link>
  );
}

/** Opens the documentation of the API, which is a page of its own. */
export function ApiDocsLink() {
  return <a href={apiUrl('/docs', {})}>{commonStrings.apiDocs}</a>;
}
