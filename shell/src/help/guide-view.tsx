import { Button, color, font, radius, size, space } from '@portage/ui/base';
import { Fragment, type ReactNode } from 'react';
import styled from 'styled-components';
import { Link } from '../app/link.tsx';
import type { GuideElement, GuideImage, GuideNode } from './guide-page.ts';

/** The text and tables of a page. Wide tables become blocks on a phone, so that nothing scrolls sideways. */
export const GuideText = styled.article`
  min-width: 0;
  max-width: 860px;
  line-height: 1.6;
  overflow-wrap: break-word;
  h2 {
    margin: ${space(8)} 0 ${space(2)};
    font-size: ${font.size.title};
  }
  h3 {
    margin: ${space(6)} 0 ${space(1)};
    font-size: ${font.size.large};
  }
  h2,
  h3 {
    scroll-margin-top: ${space(3)};
  }
  h2 > a,
  h3 > a {
    color: inherit;
    text-decoration: none;
    &:hover {
      text-decoration: underline;
    }
  }
  p,
  ul,
  ol {
    margin: ${space(3)} 0;
  }
  ul,
  ol {
    padding-left: ${space(6)};
  }
  li {
    margin: ${space(1)} 0;
  }
  code {
    padding: 0 ${space(1)};
    background: ${color.sunken};
    border-radius: ${radius.control};
    font-family: ${font.data};
    font-size: ${font.size.small};
  }
  table {
    width: 100%;
    margin: ${space(4)} 0;
    border-collapse: collapse;
  }
  th,
  td {
    padding: ${space(2)} ${space(3)};
    border: ${size.hairline} solid ${color.line};
    text-align: left;
    vertical-align: top;
  }
  th {
    background: ${color.sunken};
    font-weight: ${font.weight.medium};
  }
  img {
    display: block;
    max-width: 100%;
    height: auto;
    border: ${size.hairline} solid ${color.line};
    border-radius: ${radius.control};
  }
  @media (max-width: ${size.narrow}) {
    overflow-wrap: anywhere;
    thead {
      display: none;
    }
    table,
    tbody,
    tr,
    td {
      display: block;
    }
    tr {
      padding: ${space(2)} 0;
      border-bottom: ${size.hairline} solid ${color.line};
    }
    td {
      padding: ${space(1)} 0;
      border: 0;
    }
  }
`;

const Example = styled.div`
  position: relative;
  margin: ${space(4)} 0;
  pre {
    margin: 0;
    padding: ${space(3)} ${space(20)} ${space(3)} ${space(4)};
    background: ${color.sunken};
    border: ${size.hairline} solid ${color.line};
    border-radius: ${radius.control};
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  pre > code {
    padding: 0;
    background: none;
  }
  > button {
    position: absolute;
    top: ${space(1.5)};
    right: ${space(1.5)};
  }
`;

/** @param copy copies the text of an example. */
export function GuideNodes({ nodes, copy }: { nodes: readonly GuideNode[]; copy: (text: string) => void }): ReactNode {
  return nodes.map((node, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page never changes.
    <Fragment key={at}>{typeof node === 'string' ? node : renderElement(node, copy)}</Fragment>
  ));
}

function renderElement(node: GuideElement, copy: (text: string) => void): ReactNode {
  const { tag: Tag, id, href = '', picture, children = [] } = node;
  switch (Tag) {
    case 'br':
      return <br />;
    case 'img':
      return picture && <Picture {...picture} />;
    case 'a':
      if (!href.startsWith('/')) {
        return (
          <a href={href} target="_blank" rel="noopener noreferrer">
            <GuideNodes nodes={children} copy={copy} />
          </a>
        );
      }
      return (
        <Link href={href}>
          <GuideNodes nodes={children} copy={copy} />
        </Link>
      );
    case 'h2':
    case 'h3':
      return (
        <Tag id={id} tabIndex={-1}>
          <Link href={`#${id}`}>
            <GuideNodes nodes={children} copy={copy} />
          </Link>
        </Tag>
      );
    case 'pre':
      return (
        <Example>
          <pre>
            <GuideNodes nodes={children} copy={copy} />
          </pre>
          <Button variant="secondary" onClick={() => copy(collectText(children))}>
            Copy
          </Button>
        </Example>
      );
    default:
      return (
        <Tag>
          <GuideNodes nodes={children} copy={copy} />
        </Tag>
      );
  }
}

/** A click shows the picture at its own size: on a phone it is small. */
function Picture({ src, alt, width, height }: GuideImage) {
  return (
    <a href={src} target="_blank" rel="noopener noreferrer">
      <img src={src} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
    </a>
  );
}

function collectText(nodes: readonly GuideNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : collectText(node.children ?? []))).join('');
}
