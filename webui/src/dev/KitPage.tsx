import Bell from 'lucide-react/icons/bell';
import Inbox from 'lucide-react/icons/inbox';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash';
import { useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { color, font, radius } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Badge } from '@/ui/Badge';
import { Brand } from '@/ui/Brand';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { IconButton } from '@/ui/IconButton';
import { Menu } from '@/ui/Menu';
import { PasswordField } from '@/ui/PasswordField';
import { Pill, type Tone } from '@/ui/Pill';
import { Popover } from '@/ui/Popover';
import { Select } from '@/ui/Select';
import { PersonSkeleton } from '@/ui/PeopleSkeleton';
import { Skeleton } from '@/ui/Skeleton';
import { Spinner } from '@/ui/Spinner';
import { Switch } from '@/ui/Switch';
import { Tabs } from '@/ui/Tabs';
import { Tag } from '@/ui/Tag';
import { TextArea } from '@/ui/TextArea';
import { TextField } from '@/ui/TextField';
import { ThemeToggle } from '@/ui/ThemeToggle';
import { toast } from '@/ui/toast';
import { VariableChips } from '@/ui/VariableChips';
import { VirtualList } from '@/ui/VirtualList';
import { KitDates } from './KitDates';
import { KitCombobox, KitListPage, KitTree } from './KitFinders';

const Page = styled.main`
  display: grid;
  gap: 16px;
  max-width: 1080px;
  margin: 0 auto;
  padding: 24px;
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  gap: 16px;

  & > h1 {
    flex: 1;
    font-size: ${font.lg};
  }
`;

const Box = styled.section`
  display: grid;
  gap: 12px;
  padding: 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};

  & > h2 {
    color: ${color.textMuted};
    font-size: ${font.base};
  }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px;
`;

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(240px, 1fr));
  gap: 16px;
  align-items: start;
`;

const Tall = styled.div`
  height: 220px;
`;

const TONES: Tone[] = ['neutral', 'success', 'warning', 'danger', 'info', 'accent'];
const NAMES = ['Beatriz Nogueira', 'Rafael Siqueira', 'Padaria Pão Quente', 'Juliana Prado', 'Téo Barbosa'];
const ROWS = Array.from({ length: 10_000 }, (_, index) => ({ id: index, text: `Linha ${index + 1}` }));

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box>
      <h2>{title}</h2>
      {children}
    </Box>
  );
}

/** Every part of the kit, for looking at it in both themes; only in development. */
export default function KitPage() {
  const [isOn, setIsOn] = useState(true);
  const [tab, setTab] = useState<'open' | 'closed' | 'search'>('open');
  const [isConfirming, setIsConfirming] = useState(false);
  const tabs = [
    { id: 'open', label: 'Abertos', count: 8 },
    { id: 'closed', label: 'Fechados', count: 12 },
    { id: 'search', label: 'Busca', count: 0 },
  ] as const;

  return (
    <Page>
      <Head>
        <Brand />
        <h1>Kit</h1>
        <ThemeToggle />
      </Head>
      <Part title="Button, IconButton">
        <Row>
          <Button icon={<Plus />}>Novo</Button>
          <Button variant="secondary">Transferir</Button>
          <Button variant="ghost">Devolver</Button>
          <Button variant="soft">Assinar</Button>
          <Button variant="danger">Excluir</Button>
          <Button isBusy>Salvar</Button>
          <Button disabled>Salvar</Button>
          <Button size="sm">Pequeno</Button>
          <Button size="lg">Grande</Button>
          <IconButton label="Editar">
            <Pencil />
          </IconButton>
          <IconButton label="Notificações" count={5}>
            <Bell />
          </IconButton>
          <IconButton label="Adicionar" variant="primary">
            <Plus />
          </IconButton>
        </Row>
      </Part>
      <Part title="Fields">
        <Columns>
          <TextField label="E-mail" placeholder="voce@empresa.com.br" hint="Uma dica" />
          <TextField label="Nome" defaultValue="a" error="Too Short!" />
          <PasswordField label="Senha" placeholder="••••••••" />
          <Select label="Fila" placeholder="Escolha" options={[{ value: '1', label: 'Vendas' }]} />
          <KitDates />
          <TextArea label="Mensagem" defaultValue="Olá!" />
          <VariableChips label="Variáveis" onChoose={(placeholder) => toast.success(placeholder)} />
          <Row>
            <Switch label="Todos" isOn={isOn} onChange={setIsOn} />
            <Checkbox label="Vendas" isChecked={isOn} onChange={setIsOn} />
          </Row>
        </Columns>
      </Part>
      <Part title="Tabs">
        <Tabs
          label="Estado"
          look="segmented"
          items={tabs.map(({ id, label }) => ({ id, label }))}
          selected={tab}
          onSelect={setTab}
        />
        <Tabs label="Situação" look="underlined" items={tabs} selected={tab} onSelect={setTab} />
      </Part>
      <Part title="Avatar, Tag, Pill, Badge">
        <Row>
          {NAMES.map((name) => (
            <Avatar key={name} name={name} />
          ))}
          <Avatar name="Com foto" picture="/favicon.svg" size={32} />
        </Row>
        <Row>
          <Tag dot="#22a06b">Vendas</Tag>
          <Tag>Matriz</Tag>
          <Tag tint="#b7791f">VIP</Tag>
          <Tag tint="#d1293d">Troca</Tag>
          <Tag tint="#2563eb">Boleto</Tag>
          {TONES.map((tone) => (
            <Pill key={tone} tone={tone} hasDot>
              {tone}
            </Pill>
          ))}
          <Badge count={3} />
          <Badge count={12} tone="accent" />
          <Badge count={5} tone="danger" />
        </Row>
      </Part>
      <Part title="Menu, Popover, Dialog, Toaster">
        <Row>
          <Menu
            label="Ações"
            align="start"
            trigger={<Button variant="secondary">Menu</Button>}
            items={[
              { id: 'edit', icon: <Pencil />, label: 'Editar', onSelect: () => toast.info('Editar') },
              { kind: 'check', id: 'all', label: 'Todos', isChecked: isOn, onChange: setIsOn },
              { kind: 'separator', id: 'line' },
              {
                id: 'delete',
                icon: <Trash2 />,
                label: 'Excluir',
                isDanger: true,
                onSelect: () => setIsConfirming(true),
              },
            ]}
          />
          <Popover label="Painel" align="start" trigger={<Button variant="secondary">Popover</Button>}>
            {() => <EmptyState icon={<Inbox />} title="Nada aqui" text="Um painel pequeno." />}
          </Popover>
          <Button variant="secondary" onClick={() => setIsConfirming(true)}>
            Dialog
          </Button>
          <Button variant="secondary" onClick={() => toast.success('Salvo!')}>
            Toast
          </Button>
        </Row>
        <ConfirmDialog
          isOpen={isConfirming}
          title="Excluir?"
          text="Isso não pode ser desfeito."
          confirmLabel="Excluir"
          isDanger
          onConfirm={() => setIsConfirming(false)}
          onClose={() => setIsConfirming(false)}
        />
      </Part>
      <Columns>
        <Part title="Combobox">
          <KitCombobox />
        </Part>
        <Part title="SortableTree">
          <KitTree />
        </Part>
      </Columns>
      <Part title="ListPage: rows, nothing, on the way">
        <KitListPage rows={['Dia das mães', 'Volta às aulas']} />
        <KitListPage rows={[]} />
        <KitListPage rows={undefined} />
      </Part>
      <Columns>
        <Part title="Spinner, Skeleton">
          <Row>
            <Spinner />
            <Skeleton width={40} height={40} isRound />
            <Skeleton width={120} />
          </Row>
          <PersonSkeleton />
        </Part>
        <Part title="EmptyState">
          <EmptyState icon={<Inbox />} title="Nenhum atendimento" text="Quando alguém escrever, aparece aqui." />
        </Part>
        <Part title="ErrorState">
          <ErrorState error="ERR_NETWORK" onRetry={() => toast.error('De novo')} />
        </Part>
        <Part title="VirtualList">
          <Tall>
            <VirtualList label="Linhas" items={ROWS} keyOf={(row) => row.id} estimateSize={28}>
              {(row) => row.text}
            </VirtualList>
          </Tall>
        </Part>
      </Columns>
    </Page>
  );
}
