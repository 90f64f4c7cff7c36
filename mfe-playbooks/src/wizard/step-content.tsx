import { getStepKind } from '@portage/playbooks/wizard';
import type { StepProps } from './step-props.ts';
import { ConnectorStep } from './steps/connector-step.tsx';
import { FlowStep } from './steps/flow-step.tsx';
import { IntegrationsStep } from './steps/integrations-step.tsx';
import { PreviewStep } from './steps/preview-step.tsx';
import { SetupStep } from './steps/setup-step.tsx';
import { EndPage, StartPage } from './steps/text-pages.tsx';

export function StepContent(props: StepProps) {
  const kind = getStepKind(props.step);
  switch (kind) {
    case 'start':
      return <StartPage template={props.template} />;
    case 'connector':
      return <ConnectorStep {...props} />;
    case 'setup':
      return <SetupStep {...props} />;
    case 'flow':
      return <FlowStep {...props} />;
    case 'integrations':
      return <IntegrationsStep {...props} />;
    case 'preview':
      return <PreviewStep {...props} />;
    case 'end':
      return <EndPage template={props.template} playbook={props.playbook} />;
    case 'store':
      return null;
    default:
      return kind satisfies never;
  }
}
