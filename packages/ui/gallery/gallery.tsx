import styled from 'styled-components';
import { Card, Inline, Page, PageHeader, Select, Stack, type ThemePreference, useThemePreference } from '../src/index.ts';
import { ButtonSection } from './sections/button-section.tsx';
import { DataSection } from './sections/data-section.tsx';
import { DateSection } from './sections/date-section.tsx';
import { FieldSection } from './sections/field-section.tsx';
import { FormSection } from './sections/form-section.tsx';
import { ListSection } from './sections/list-section.tsx';
import { MessageSection } from './sections/message-section.tsx';
import { OverlaySection } from './sections/overlay-section.tsx';
import { StatusSection } from './sections/status-section.tsx';
import { TableSection } from './sections/table-section.tsx';
import { TypeSection } from './sections/type-section.tsx';

/** In the product the top bar has the page's first heading. */
const Heading = styled.span.attrs({ role: 'heading', 'aria-level': 1 })``;

const themes = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const sections = [
  { title: 'Type and colour', content: <TypeSection /> },
  { title: 'Buttons and menus', content: <ButtonSection /> },
  { title: 'Fields', content: <FieldSection /> },
  { title: 'Dates', content: <DateSection /> },
  { title: 'Form', content: <FormSection /> },
  { title: 'Statuses and steps', content: <StatusSection /> },
  { title: 'Messages and progress', content: <MessageSection /> },
  { title: 'Tables', content: <TableSection /> },
  { title: 'List', content: <ListSection /> },
  { title: 'Data', content: <DataSection /> },
  { title: 'Overlays and layout', content: <OverlaySection /> },
];

export function Gallery() {
  const [theme, setTheme] = useThemePreference();
  return (
    <Page as="main">
      <PageHeader
        title={<Heading>Components</Heading>}
        subtitle="Every component of the design system, for those who build with it."
        actions={
          <Inline>
            <Select<ThemePreference> label="Theme" isLabelHidden value={theme} onChange={setTheme} options={themes} />
          </Inline>
        }
      />
      <Stack>
        {sections.map(({ title, content }) => (
          <Card key={title} title={title}>
            {content}
          </Card>
        ))}
      </Stack>
    </Page>
  );
}
