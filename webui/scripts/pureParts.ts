/** Vite plugin: lets the bundler leave out components of libraries that nothing here uses. A call that makes one
 * (`forwardRef(…)`) and a name for developers (`Form.displayName = '…'`) look like effects; neither is one. */
import type { Plugin } from 'vite';

const MAKERS = new Set(['forwardRef', 'memo', 'createContext', 'lazy']);

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

const nameOf = (callee: Node): unknown =>
  callee.type === 'MemberExpression' ? (callee.property as Node).name : callee.name;

function isDeveloperName({ type, expression }: Node): boolean {
  const { type: kind, left } = (expression ?? {}) as Node;
  if (type !== 'ExpressionStatement' || kind !== 'AssignmentExpression') return false;
  const { type: target, property } = left as Node;
  return target === 'MemberExpression' && (property as Node).name === 'displayName';
}

/** Where the values of a declaration begin that only make a component. */
function makerStarts({ type, declaration, declarations }: Node): number[] {
  if (type === 'ExportNamedDeclaration') return declaration ? makerStarts(declaration as Node) : [];
  if (type !== 'VariableDeclaration') return [];
  return (declarations as Node[])
    .map(({ init }) => init as Node | null)
    .filter((init) => init?.type === 'CallExpression' && MAKERS.has(String(nameOf(init.callee as Node))))
    .map((init) => init?.start ?? 0);
}

export function pureParts(): Plugin {
  return {
    name: 'guiche-pure-parts',
    apply: 'build',
    transform: {
      filter: { id: /node_modules/, code: 'displayName' },
      handler(code) {
        const body = this.parse(code).body as unknown as Node[];
        const changes = body.flatMap((part) =>
          isDeveloperName(part)
            ? [{ start: part.start, end: part.end, by: '' }]
            : makerStarts(part).map((start) => ({ start, end: start, by: '/* @__PURE__ */ ' })),
        );
        let result = code;
        for (const { start, end, by } of changes.toSorted((a, b) => b.start - a.start)) {
          result = result.slice(0, start) + by + result.slice(end);
        }
        return { code: result, map: null };
      },
    },
  };
}
