import { actionColumn, Button, type TableColumn } from '@portage/ui';
import { Pencil, Power, Trash2 } from 'lucide-react';

interface AnyTemplate {
  name: string;
  isActive: boolean;
}

export interface TemplateActions<Template extends AnyTemplate> {
  edit: (template: Template) => void;
  toggle: (template: Template) => unknown;
  askToDelete: (template: Template) => void;
}

/** The actions of templates of workflows (spec TPL-04) and of playbooks. */
export function templateActionColumn<Template extends AnyTemplate>(actions: TemplateActions<Template>): TableColumn<Template> {
  return actionColumn({
    width: '240px',
    rowName: ({ name }) => name,
    buttons: (template) => {
      const switchWord = template.isActive ? 'Deactivate' : 'Activate';
      return (
        <>
          <Button size="dense" shortIcon={<Pencil />} aria-label={`Edit ${template.name}`} onPress={() => actions.edit(template)}>
            Edit
          </Button>
          <Button size="dense" shortIcon={<Power />} aria-label={`${switchWord} ${template.name}`} onPress={() => actions.toggle(template)}>
            {switchWord}
          </Button>
        </>
      );
    },
    menu: (template) => [
      { id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true, onAction: () => actions.askToDelete(template) },
    ],
  });
}
