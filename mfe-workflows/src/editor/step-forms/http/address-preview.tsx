import { color, font, radius, size, space } from '@portage/ui';
import { ExpressionError, type ExpressionScope, evaluateAddress, type HttpRequestStep } from '@portage/workflow';
import { useDeferredValue } from 'react';
import styled from 'styled-components';
import { previewValue, useSampleScope } from '../../values/index.ts';
import { Hint } from '../fields/form-section.tsx';

const Address = styled.output`
  display: block;
  padding: ${space(2)} ${space(3)};
  background: ${color.sunken};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  font-family: ${font.data};
  font-size: ${font.size.tiny};
  overflow-wrap: anywhere;
`;

/** The address that a run would call, built from the URL, the query parameters and sample values. */
export function AddressPreview({ step }: { step: HttpRequestStep }) {
  const shown = useDeferredValue(step);
  const texts = [shown.url, ...(shown.queryParameters ?? []).flatMap(({ name, valueExpression }) => [name, valueExpression ?? ''])];
  const scope = useSampleScope(step.stepId, texts.join(' '));
  const made = addressOrFault(shown, scope);
  return (
    <div>
      <Hint>Address with sample values</Hint>
      {'address' in made ? (
        <Address aria-label="Address with sample values">{made.address}</Address>
      ) : (
        <Hint>No address to show: {made.message}</Hint>
      )}
    </div>
  );
}

function addressOrFault(step: HttpRequestStep, scope: ExpressionScope): { address: string } | { message: string } {
  try {
    return evaluateAddress(step, scope);
  } catch (fault) {
    const isUnknown = previewValue(step.url, 'address', scope).state === 'unknown';
    if (isUnknown) return { message: 'run the workflow once, or give its steps a sample.' };
    if (fault instanceof ExpressionError) return { message: fault.message };
    throw fault;
  }
}
