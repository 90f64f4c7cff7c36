import { color, font, radius, size, space } from '@portage/ui';
import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import styled from 'styled-components';
import { describeStep } from '../../../step-types/step-words.ts';
import { sizes } from '../../layout/sizes.ts';
import { useFlow } from '../flow-context.tsx';
import type { FlowNode } from '../flow-nodes.ts';

const Frame = styled.div`
  position: absolute;
  inset: 0;
  border: ${size.hairline} dashed color-mix(in srgb, ${color.stepLoop} 50%, ${color.line});
  border-radius: ${radius.card};
  background: color-mix(in srgb, ${color.stepLoop} 4%, transparent);
  > span {
    position: absolute;
    /* Above the line that leads in, so that it has the whole width. */
    top: ${sizes.loop.startY - 18}px;
    left: ${space(3)};
    right: ${space(3)};
    overflow: hidden;
    color: ${color.stepLoop};
    font-size: ${font.size.tiny};
    line-height: 16px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

export const FrameNode = memo(function FrameNode({ data }: NodeProps<FlowNode>) {
  const { loopKey = '' } = data;
  const words = useFlow((state) => {
    const loop = state.stepByKey.get(loopKey);
    return loop ? describeStep(loop) || loop.stepId : '';
  });
  return (
    <Frame aria-hidden data-frame>
      <span>{words}</span>
    </Frame>
  );
});

const Dot = styled.div`
  width: 100%;
  height: 100%;
  border: 2px solid ${color.lineStrong};
  border-radius: 50%;
  background: ${color.surface};
`;

export const EndNode = memo(function EndNode() {
  return <Dot aria-hidden title="End" />;
});
