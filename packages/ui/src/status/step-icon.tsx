import {
  Braces,
  Code,
  Database,
  DatabaseZap,
  Flag,
  Gauge,
  GitBranch,
  Globe,
  LayoutDashboard,
  type LucideIcon,
  Network,
  Plug,
  RefreshCw,
  Repeat,
  Timer,
  Zap,
} from 'lucide-react';
import styled from 'styled-components';
import { color, radius, size, space } from '../theme/tokens.ts';

export interface StepLook {
  word: string;
  color: string;
  icon: LucideIcon;
}

/** One colour, one icon and one word a step type, everywhere: palette, flowchart, run view, timeline. */
export const stepLooks: Readonly<Record<string, StepLook>> = {
  Trigger: { word: 'Trigger', color: color.stepTrigger, icon: Zap },
  ConnectorOperation: { word: 'Connector', color: color.stepConnector, icon: Plug },
  CustomScript: { word: 'JavaScript', color: color.stepScript, icon: Code },
  Branch: { word: 'Branch', color: color.stepBranch, icon: GitBranch },
  Loop: { word: 'Loop', color: color.stepLoop, icon: Repeat },
  HttpRequest: { word: 'HTTP Request', color: color.stepHttp, icon: Globe },
  DataStorage: { word: 'Data Storage', color: color.stepData, icon: Database },
  EndStep: { word: 'End Step', color: color.stepEnd, icon: Flag },
  DelayStep: { word: 'Delay Step', color: color.stepDelay, icon: Timer },
  SyncStep: { word: 'Sync Step', color: color.stepSync, icon: RefreshCw },
  GetDataStep: { word: 'Get Data Step', color: color.stepSync, icon: DatabaseZap },
  DashboardStep: { word: 'Dashboard Step', color: color.stepDashboard, icon: LayoutDashboard },
  DashboardItemStep: { word: 'Dashboard Item Step', color: color.stepDashboard, icon: Gauge },
  IntegrationStep: { word: 'Integration Step', color: color.stepConnector, icon: Network },
};

/** The look of a step type; one that is not known gets a plain look and its own name. */
export function stepLookOf(type: string): StepLook {
  return Object.hasOwn(stepLooks, type) ? (stepLooks[type] as StepLook) : { word: type, color: color.muted, icon: Braces };
}

const Tile = styled.span<{ $color: string }>`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: ${space(7)};
  height: ${space(7)};
  border-radius: ${radius.control};
  background: color-mix(in srgb, ${({ $color }) => $color} 14%, ${color.surface});
  color: ${({ $color }) => $color};
`;

/** The tile of a step type; hidden from screen readers unless it stands alone. */
export function StepIcon({ type, isAlone = false }: { type: string; isAlone?: boolean }) {
  const { word, color: stepColor, icon: Icon } = stepLookOf(type);
  return (
    <Tile $color={stepColor} title={word} {...(isAlone ? { role: 'img', 'aria-label': word } : { 'aria-hidden': true })}>
      <Icon size={size.icon} aria-hidden />
    </Tile>
  );
}
