import { color, font, radius, shadow, size, space } from '@portage/ui/base';
import styled from 'styled-components';

export const Frame = styled.dialog`
  width: min(640px, calc(100vw - ${space(8)}));
  max-height: min(560px, 76dvh);
  margin: 12vh auto auto;
  padding: 0;
  overflow: hidden;
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  color: ${color.text};
  box-shadow: ${shadow.floating};
  &[open] {
    display: flex;
    flex-direction: column;
  }
  &::backdrop {
    background: ${color.overlay};
  }
  > p {
    padding: ${space(2)} ${space(5)} ${space(5)};
    color: ${color.muted};
    overflow-wrap: anywhere;
  }
  @media (max-width: ${size.narrow}) {
    width: calc(100vw - ${space(4)});
    max-height: calc(100dvh - ${space(4)});
    margin-top: ${space(2)};
  }
`;

export const InputRow = styled.div`
  display: flex;
  align-items: center;
  flex: none;
  gap: ${space(3)};
  padding: 0 ${space(5)};
  border-bottom: ${size.hairline} solid ${color.line};
  > svg {
    flex: none;
    color: ${color.muted};
  }
  > button {
    display: grid;
    padding: 0;
    border: 0;
    background: none;
    color: ${color.muted};
    cursor: pointer;
  }
`;

/** The whole dialog is the field's frame: nothing else in it takes the focus. */
export const Input = styled.input`
  flex: 1;
  min-width: 0;
  height: 56px;
  padding: 0;
  border: 0;
  outline: none;
  background: none;
  color: inherit;
  font: inherit;
  font-size: ${font.size.large};
  text-overflow: ellipsis;
  &::placeholder {
    color: ${color.muted};
    opacity: 1;
  }
`;

export const List = styled.div`
  flex: 0 1 auto;
  min-height: 0;
  padding: ${space(2)};
  overflow-y: auto;
  overscroll-behavior: contain;
  &:empty {
    padding: ${space(1)};
  }
`;

export const GroupTitle = styled.div`
  padding: ${space(2)} ${space(3)} ${space(1)};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-weight: ${font.weight.medium};
`;

export const Option = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 36px;
  padding: 0 ${space(3)};
  border-radius: ${radius.control};
  cursor: pointer;
  scroll-margin: ${space(8)} 0 ${space(2)};
  > svg {
    flex: none;
    color: ${color.muted};
  }
  &[aria-selected='true'] {
    background: ${color.brandSoft};
    > svg {
      color: ${color.brand};
    }
  }
  @media (pointer: coarse) {
    min-height: ${size.touch};
  }
`;

export const Label = styled.span`
  flex: 0 1 auto;
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

export const Detail = styled.span`
  flex: 1 10 0;
  min-width: 30%;
  overflow: hidden;
  color: ${color.muted};
  font-size: ${font.size.small};
  text-align: right;
  text-overflow: ellipsis;
  white-space: nowrap;
  [aria-selected='true'] > & {
    color: ${color.text};
  }
`;

export const More = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: 28px;
  height: 28px;
  margin-left: auto;
  border-radius: ${radius.control};
  color: ${color.muted};
  &:hover {
    background: ${color.hover};
    color: ${color.text};
  }
`;

export const Hints = styled.div`
  display: flex;
  flex: none;
  gap: ${space(5)};
  padding: ${space(2)} ${space(5)};
  border-top: ${size.hairline} solid ${color.line};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  kbd {
    padding: 0 ${space(1)};
    border: ${size.hairline} solid ${color.line};
    border-radius: 4px;
    background: ${color.sunken};
    font-family: inherit;
  }
  @media (max-width: ${size.narrow}), (pointer: coarse) {
    display: none;
  }
`;
