import { Banner, color, font, radius, Stack, size, space } from '@portage/ui';
import styled from 'styled-components';
import { LookSwitch } from '../../data-view/look-switch.tsx';
import { StepDataSections } from '../../run-view/step-data-sections.tsx';
import { useFailedStep, useRepair } from './use-repair.ts';

/** Scrolls by itself, so that the form below stays visible. */
const Data = styled.section`
  flex: none;
  max-height: 32dvh;
  padding: ${space(3)};
  overflow: auto;
  overscroll-behavior: contain;
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  > h3 {
    margin: 0 0 ${space(3)};
    font-size: ${font.size.base};
  }
`;

/** Shown in the form of the step being repaired: its error, input and output when the run failed. */
export function FailedInput({ stepName }: { stepName: string }) {
  const { runId } = useRepair();
  return runId === null ? null : <Failure runId={runId} stepName={stepName} />;
}

function Failure({ runId, stepName }: { runId: string; stepName: string }) {
  const { failed, data } = useFailedStep(runId);
  if (failed?.name !== stepName) return null;
  const hasData = data !== null && Object.keys(data).some((name) => name !== 'error');
  return (
    <>
      <Banner tone="danger" title="This step failed">
        {failed.errorMessage}
      </Banner>
      {hasData ? (
        <Data tabIndex={0} aria-label="When it failed">
          <h3>When it failed</h3>
          <Stack>
            <LookSwitch label="the data" />
            <StepDataSections data={data} errorMessage={failed.errorMessage} />
          </Stack>
        </Data>
      ) : null}
    </>
  );
}
