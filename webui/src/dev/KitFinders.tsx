import { useState } from 'react';
import styled from 'styled-components';
import { color, radius } from '@/styles/tokens';
import { Combobox } from '@/ui/Combobox';
import { useComboSearch } from '@/ui/comboSearch';
import { ListPage } from '@/ui/ListPage';
import { useListSearch, type List } from '@/ui/list';
import { Button } from '@/ui/Button';
import { SortableTree } from '@/ui/SortableTree';
import { moveNode, type NodeId, type TreeNode } from '@/ui/tree';
import { toast } from '@/ui/toast';

const PEOPLE = ['Beatriz Nogueira', 'Bento Prado', 'Caio Lins', 'Juliana Prado'];

export function KitCombobox() {
  const search = useComboSearch();
  const found = PEOPLE.filter((name) => name.toLowerCase().includes(search.search.toLowerCase()));
  return (
    <Combobox
      label="Contato"
      placeholder="Nome"
      search={search}
      options={found}
      keyOf={(name) => name}
      isAnswered={search.isStill}
      none="Nenhum contato encontrado."
      onChoose={(name) => toast.success(name)}
    >
      {(name) => name}
    </Combobox>
  );
}

interface Option extends TreeNode {
  children: readonly this[];
}
const leaf = (id: NodeId, label: string): Option => ({ id, label, children: [] });
const MENU: readonly Option[] = [
  { ...leaf(1, 'Vendas'), children: [leaf(2, 'Preços e prazos'), leaf(3, 'Falar com vendedor')] },
  { ...leaf(4, 'Suporte'), children: [leaf(5, 'Troca ou devolução')] },
  leaf(6, 'Financeiro'),
];

export function KitTree() {
  const [nodes, setNodes] = useState(MENU);
  return (
    <SortableTree
      label="Menu do robô"
      nodes={nodes}
      maxDepth={4}
      mark={({ index }) => <span>{index + 1}</span>}
      detail={({ children }) => (children.length > 0 ? `${children.length} opções` : 'Resposta')}
      onMove={(id, place) => setNodes(moveNode(nodes, id, place))}
      onEdit={({ label }) => toast.info(`Editar ${label}`)}
      onDelete={({ label }) => toast.warning(`Excluir ${label}?`)}
    />
  );
}

const Frame = styled.div`
  height: 320px;
  overflow: auto;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
`;

const still = { error: null, isStale: false, hasMore: false, isMoreFailed: false };

export function KitListPage({ rows }: { rows: readonly string[] | undefined }) {
  const search = useListSearch();
  const list: List<string> = {
    ...still,
    rows: rows?.filter((row) => row.includes(search.search)),
    onRetry: () => undefined,
    onMore: () => undefined,
  };
  return (
    <Frame>
      <ListPage
        title="Promoções"
        count={rows ? `${rows.length} promoções` : null}
        search={{ ...search, label: 'Buscar promoção' }}
        newButton={<Button>Nova</Button>}
        list={list}
        words={{ icon: null, empty: 'Nenhuma promoção', emptyText: 'Crie a primeira.', none: 'Nada encontrado' }}
      >
        {(shown) => shown.map((row) => <p key={row}>{row}</p>)}
      </ListPage>
    </Frame>
  );
}
