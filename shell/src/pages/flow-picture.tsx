import { color, font, Muted, radius, Span, Stack, size, space } from '@portage/ui/base';
import styled from 'styled-components';

const Figure = styled.figure`
  width: min(460px, 100%);
  margin: 0;
`;

const Caption = styled.figcaption`
  margin-top: ${space(8)};
  font-size: ${font.size.title};
  font-weight: ${font.weight.bold};
  letter-spacing: -0.015em;
  line-height: 1.3;
  text-align: center;
  text-wrap: balance;
`;

const Row = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: ${space(6)};
  width: 100%;
`;

const Node = styled.div<{ $ink: string }>`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  width: 100%;
  max-width: 240px;
  justify-self: center;
  padding: ${space(3)} ${space(4)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.surface};
  &::before {
    content: '';
    flex: none;
    width: 10px;
    height: 10px;
    border-radius: 3px;
    background: ${({ $ink }) => $ink};
  }
`;

const Wire = styled.svg`
  display: block;
  width: 100%;
  height: 36px;
  fill: none;
  stroke: ${color.lineStrong};
  stroke-width: 1.5;
`;

export function FlowPicture() {
  return (
    <Figure>
      <Stack $gap={0} $align="center" aria-hidden>
        <Node $ink={color.stepTrigger}>
          <Span $grows $weight="medium">
            New order
          </Span>
          <Muted $isData $size="tiny">
            webhook
          </Muted>
        </Node>
        <Straight />
        <Node $ink={color.stepBranch}>
          <Span $grows $weight="medium">
            Over 100?
          </Span>
          <Muted $isData $size="tiny">
            2 ms
          </Muted>
        </Node>
        <Fork />
        <Row>
          <Node $ink={color.stepHttp}>
            <Span $grows $weight="medium">
              Tell sales
            </Span>
            <Muted $isData $size="tiny">
              84 ms
            </Muted>
          </Node>
          <Node $ink={color.stepData}>
            <Span $grows $weight="medium">
              Keep it
            </Span>
            <Muted $isData $size="tiny">
              1 ms
            </Muted>
          </Node>
        </Row>
      </Stack>
      <Caption>Move data between your systems, and see every step.</Caption>
    </Figure>
  );
}

function Straight() {
  return (
    <Wire viewBox="0 0 460 36" preserveAspectRatio="none" aria-hidden="true">
      <path d="M230 0v36" vectorEffect="non-scaling-stroke" />
    </Wire>
  );
}

function Fork() {
  return (
    <Wire viewBox="0 0 460 36" preserveAspectRatio="none" aria-hidden="true">
      <path d="M230 0v10q0 8-8 8H117q-8 0-8 8v10M230 10q0 8 8 8h105q8 0 8 8v10" vectorEffect="non-scaling-stroke" />
    </Wire>
  );
}
