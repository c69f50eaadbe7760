import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DecidedMark, MarkItem, OneMark } from '../../server/contract/marks.ts';
import { api } from '../lib/api.ts';
import { useRefusal } from '../lib/me.ts';
import { RevealControl } from '../reveal/reveal-control.tsx';
import { useReveal } from '../reveal/use-reveal.ts';
import { samplesKey } from '../sampling/use-samples.ts';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure, Notice } from '../ui/feedback.tsx';
import { kindName } from '../ui/kind-names.ts';
import { commonStrings } from '../ui/strings.ts';
import { reviewStrings } from './strings.ts';
import './review.css';

interface Props {
  readonly mark: MarkItem;
  readonly onClose: () => void;
}

/** Score and threshold of a suggestion, as they are shown. */
export const scoresOf = ({ score, threshold }: NonNullable<MarkItem['suggestion']>) =>
  [score.toFixed(2), threshold.toFixed(2)] as const;

/** One mark: its words after a reveal, those of a suggestion at once, and the decisions. */
export function MarkDialog({ mark, onClose }: Props) {
  const reveal = useReveal();
  const { suggestion } = mark;
  const isShown = suggestion !== undefined || reveal.shown !== undefined;
  const words = useQuery({
    queryKey: ['mark', mark.id],
    queryFn: () => api<OneMark>(`/marks/${mark.id}`),
    enabled: isShown,
    gcTime: 0,
  });
  return (
    <Dialog title={titleOf(mark)} onClose={onClose}>
      {suggestion === undefined ? (
        <RevealControl reveal={reveal} target={{ view: 'mark', session_id: mark.session_id }} />
      ) : (
        <p>{reviewStrings.suggestionText(...scoresOf(suggestion))}</p>
      )}
      {!isShown || words.data === undefined ? null : (
        <>
          <Words mark={words.data.mark} side={suggestion === undefined ? 'regulated' : 'public'} />
          <Decide mark={mark} />
        </>
      )}
      <Failure error={words.error} />
      <div className="dialog-foot">
        <Button onClick={onClose}>{commonStrings.close}</Button>
      </div>
    </Dialog>
  );
}

function titleOf({ mistake, kind, suggestion }: MarkItem): string {
  const name = kindName(kind);
  if (suggestion !== undefined) return reviewStrings.suggestionTitle(name);
  return reviewStrings.title(reviewStrings.mistakes[mistake], name);
}

interface WordsProps {
  readonly mark: OneMark['mark'];
  readonly side: 'regulated' | 'public';
}

function Words({ mark: { text, span }, side }: WordsProps) {
  const [start, end] = span;
  return (
    <p className="review-words" data-of={side}>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </p>
  );
}

type Outcome = keyof typeof reviewStrings.decide;

/** Only a missed name can become a person of the roster. */
function outcomesFor({ mistake, kind }: MarkItem): readonly Outcome[] {
  const all = Object.keys(reviewStrings.decide) as Outcome[];
  const isPerson = mistake === 'missed' && kind === 'NAME';
  return all.filter((outcome) => outcome !== 'roster_person' || isPerson);
}

function Decide({ mark }: Pick<Props, 'mark'>) {
  const refusal = useRefusal('decideMark');
  const client = useQueryClient();
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: (outcome: Outcome) =>
      api<DecidedMark>(`/marks/${mark.id}/decision`, { method: 'POST', body: { outcome } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['marks'] }),
        // A dismissed mark counts no longer.
        client.invalidateQueries({ queryKey: samplesKey }),
      ]),
  });
  if (data !== undefined) return <Decided decided={data} />;
  const hints = {
    ...reviewStrings.decideHints,
    ...(mark.suggestion !== undefined && reviewStrings.suggestionHints),
  };
  return (
    <>
      <ul className="review-choices">
        {outcomesFor(mark).map((outcome) => (
          <li key={outcome}>
            <Button
              busy={isPending}
              disabled={refusal !== undefined}
              onClick={() => mutate(outcome)}
            >
              {reviewStrings.decide[outcome]}
            </Button>
            <span>{hints[outcome]}</span>
          </li>
        ))}
      </ul>
      <Failure error={error} />
    </>
  );
}

function Decided({ decided }: { readonly decided: DecidedMark }) {
  const { mark, policy_yaml: yaml, policy_version_id: proposal } = decided;
  const { outcome = '' } = mark.decision ?? {};
  return (
    <>
      <Notice tone="good">
        {reviewStrings.decided(reviewStrings.outcomes[outcome] ?? outcome)}
      </Notice>
      {yaml === undefined ? null : (
        <>
          <p>
            {proposal === undefined ? reviewStrings.policyLines : reviewStrings.proposed}{' '}
            <Link to="/policies">{commonStrings.pages.policies}</Link>
          </p>
          <Copyable label={reviewStrings.policyLabel} text={yaml} />
        </>
      )}
    </>
  );
}
