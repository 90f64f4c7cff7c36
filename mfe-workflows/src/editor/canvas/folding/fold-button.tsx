import { color, font, radius, size, space } from '@portage/ui';
import { ChevronDown, ChevronRight, TriangleAlert } from 'lucide-react';
import styled from 'styled-components';
import { useFlow, useFlowContext } from '../flow-context.tsx';
import { foldableKeys, foldProblem, foldStatus, foldWords } from './folding.ts';

const Round = styled.button`
  position: absolute;
  top: 50%;
  left: -10px;
  display: grid;
  place-items: center;
  width: 20px;
  height: 20px;
  padding: 0;
  border: ${size.hairline} solid ${color.lineStrong};
  border-radius: ${radius.round};
  background: ${color.surface};
  color: ${color.muted};
  cursor: pointer;
  transform: translateY(-50%);
  &:hover {
    border-color: var(--step);
    color: var(--step);
  }
  /* The clickable area is larger than the visible one. */
  &::after {
    content: '';
    position: absolute;
    inset: -6px;
  }
`;

const Words = styled.span`
  position: absolute;
  bottom: -10px;
  left: ${space(3)};
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  max-width: 60%;
  height: 20px;
  padding: 0 ${space(2)};
  overflow: hidden;
  border: ${size.hairline} solid color-mix(in srgb, var(--step) 45%, ${color.line});
  border-radius: ${radius.round};
  background: ${color.raised};
  color: ${color.text};
  font-size: ${font.size.tiny};
  text-overflow: ellipsis;
  white-space: nowrap;
  pointer-events: none;
  &[data-status='Failed'] {
    border-color: ${color.danger};
    color: ${color.danger};
  }
  &[data-status='InProgress'] {
    border-color: ${color.info};
    color: ${color.info};
  }
  &[data-status='Succeeded'] {
    border-color: ${color.success};
  }
  svg {
    flex: none;
    color: ${color.warning};
  }
`;

export function FoldButton({ stepKey, name }: { stepKey: string; name: string }) {
  const { folding } = useFlowContext();
  const words = useFlow((state) => foldWords(state, stepKey));
  const status = useFlow((state) => foldStatus(state, stepKey));
  const problem = useFlow((state) => foldProblem(state, stepKey));
  const isFoldable = useFlow(({ layout, stepByKey }) => isFoldableIn({ layout, stepByKey }, stepKey));
  if (!isFoldable) return null;
  const isFolded = words !== '';
  return (
    <>
      <Round
        type="button"
        tabIndex={-1}
        className="nopan"
        aria-expanded={!isFolded}
        aria-label={isFolded ? `Unfold ${name}: ${words}` : `Fold ${name}`}
        title={isFolded ? `Unfold ${words} (C)` : 'Fold (C)'}
        onClick={() => folding.toggle(stepKey)}
      >
        {isFolded ? <ChevronRight size={size.iconSmall} aria-hidden /> : <ChevronDown size={size.iconSmall} aria-hidden />}
      </Round>
      {isFolded ? (
        <Words data-status={status} title={problem}>
          {problem ? <TriangleAlert size="12px" aria-hidden /> : null}
          {words}
        </Words>
      ) : null}
    </>
  );
}

const cachedKeys = new WeakMap<object, ReadonlySet<string>>();

/** Every card asks this about the same layout, so the keys are computed once. */
function isFoldableIn(state: Parameters<typeof foldableKeys>[0], key: string): boolean {
  const keys = cachedKeys.get(state.layout) ?? foldableKeys(state);
  cachedKeys.set(state.layout, keys);
  return keys.has(key);
}
