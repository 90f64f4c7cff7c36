import { plainText } from '@portage/connectors/schema';
import { color, space } from '@portage/ui';
import { useState } from 'react';
import styled from 'styled-components';

const SHORT_LENGTH = 160;

const Text = styled.span`
  white-space: pre-line;
  overflow-wrap: anywhere;
`;
const More = styled.button`
  margin-left: ${space(1)};
  padding: 0;
  border: 0;
  background: none;
  color: ${color.text};
  font: inherit;
  text-decoration: underline;
  cursor: pointer;
`;

/** A document's description as plain text, its beginning at first. @param isWhole shows all of it at once */
export function DescriptionText({ text, isWhole = false }: { text: string; isWhole?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const plain = plainText(text);
  const short = shortenText(plain);
  if (isWhole || short === plain) return <Text>{plain}</Text>;
  return (
    <Text>
      {isOpen ? plain : short}
      <More type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Show less' : 'Show more'}
      </More>
    </Text>
  );
}

/** The first sentences that fit, otherwise as many words; ends after the first paragraph. */
function shortenText(text: string): string {
  if (text.length <= SHORT_LENGTH && !text.includes('\n\n')) return text;
  const paragraph = text.split('\n\n')[0]?.replaceAll('\n', ' ') ?? '';
  if (paragraph.length <= SHORT_LENGTH) return paragraph;
  const sentences = /^.{40,160}[.!?](?=\s)/.exec(paragraph)?.[0];
  if (sentences) return sentences;
  const words = paragraph.slice(0, SHORT_LENGTH - 1);
  return `${words.slice(0, Math.max(words.lastIndexOf(' '), SHORT_LENGTH / 2)).trimEnd()}…`;
}
