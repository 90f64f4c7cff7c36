/** The elements of a guide page; any other Markdown stops the build. */
export type GuideTag =
  | 'h2'
  | 'h3'
  | 'p'
  | 'ul'
  | 'ol'
  | 'li'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
  | 'pre'
  | 'code'
  | 'strong'
  | 'em'
  | 'a'
  | 'br'
  | 'img';

export interface GuideImage {
  src: string;
  alt: string;
  /** The size lets browsers reserve the picture's space, so that the page doesn't move when it loads. */
  width: number;
  height: number;
}

export interface GuideElement {
  tag: GuideTag;
  id?: string;
  href?: string;
  picture?: GuideImage;
  children?: GuideNode[];
}

export type GuideNode = string | GuideElement;

export interface GuideSection {
  /** The anchor; empty for the text before the first heading. */
  id: string;
  title: string;
  text: string;
}

export interface GuidePage {
  /** The last part of the address, `/help/<id>`; empty for the contents. */
  id: string;
  title: string;
  nodes: GuideNode[];
  sections: GuideSection[];
}
