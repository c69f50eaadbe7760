import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type {
  ChangedText,
  PolicyPreview as Preview,
} from '../../server/contract/policies/preview.ts';
import { MarkedText } from '../exposure/marked-text.tsx';
import type { Mark } from '../exposure/marks.ts';
import { api } from '../lib/api.ts';
import { formatDay } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/feedback.tsx';
import { kindName } from '../ui/kind-names.ts';
import { policyStrings } from './strings.ts';

const previewStrings = policyStrings.preview;

interface Props {
  readonly yaml: string;
  /** Whose policy it would be; null for the global one. */
  readonly agentId?: string | null;
}

/** Shows what a policy would have changed in the kept calls of the last week. */
export function PolicyPreview({ yaml, agentId = null }: Props) {
  const { data, error, isPending, mutate, variables } = useMutation({
    mutationFn: (policy: string) =>
      api<Preview>('/policies/preview', {
        method: 'POST',
        body: { policy_yaml: policy, ...(agentId !== null && { agent_id: agentId }) },
      }),
  });
  return (
    <div className="policy-stack">
      <div className="page-actions">
        <Button busy={isPending} onClick={() => mutate(yaml)}>
          {previewStrings.button}
        </Button>
      </div>
      <Failure error={error} />
      {/* The result for another text would mislead. */}
      {data === undefined || variables !== yaml ? null : <Result preview={data} />}
    </div>
  );
}

function Result({ preview }: { readonly preview: Preview }) {
  const { calls, texts, complete, changed } = preview;
  const lines = [
    ...linesOf(preview.newly_masked, previewStrings.newlyMasked),
    ...linesOf(preview.no_longer_masked, previewStrings.noLongerMasked),
  ];
  return (
    <section className="policy-stack" aria-label={previewStrings.title}>
      <p>{previewStrings.tried(texts, calls, formatDay(preview.since))}</p>
      {complete ? null : <p>{previewStrings.incomplete}</p>}
      {lines.length === 0 ? (
        <p>{texts === 0 ? previewStrings.noTexts : previewStrings.nothing}</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <ul className="preview-texts">
        {changed.map((text) => (
          <li key={`${text.session_id} ${text.turn} ${text.sent}`}>
            <BothTexts text={text} />
          </li>
        ))}
      </ul>
      <p className="quiet">{previewStrings.unknown}</p>
    </section>
  );
}

const linesOf = (counts: Preview['newly_masked'], say: (kind: string, count: number) => string) =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => say(kindName(kind), count));

function BothTexts({ text }: { readonly text: ChangedText }) {
  const { session_id: callId, turn } = text;
  const [active, point] = useState<string>();
  const highlight = { active, point };
  return (
    <>
      <Link to="/calls/$callId" params={{ callId }}>
        {previewStrings.turn(turn + 1)}
      </Link>
      <div className="preview-sides">
        <figure>
          <figcaption>{previewStrings.sent}</figcaption>
          <MarkedText text={text.sent} marks={marksIn(text, 'sent')} {...highlight} />
        </figure>
        <figure>
          <figcaption>{previewStrings.wouldBe}</figcaption>
          <MarkedText text={text.would_be} marks={marksIn(text, 'would_be')} {...highlight} />
        </figure>
      </div>
    </>
  );
}

/** The places that change: one is in the clear on the side where it is not masked. */
function marksIn({ places }: ChangedText, side: 'sent' | 'would_be'): readonly Mark[] {
  return places.map(({ kind, change, sent_span, would_be_span }, index) => {
    const [start, end] = side === 'sent' ? sent_span : would_be_span;
    const masked = (change === 'masked') === (side === 'would_be');
    const name = kindName(kind);
    return {
      link: `${index}`,
      kind,
      name,
      start,
      end,
      label: previewStrings.mark(name, masked),
      masked,
    };
  });
}
