import type { Bar } from '../model';

interface FiguresTableProps {
  caption: string;
  head: string;
  valueHead: string;
  bars: readonly Bar[];
}

/** A chart as a table, for those who cannot see it. A table is never narrower than its words: the box hides it. */
export function FiguresTable({ caption, head, valueHead, bars }: FiguresTableProps) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{valueHead}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar, place) => (
            // Two attendants may have the same name.
            // eslint-disable-next-line react/no-array-index-key
            <tr key={place}>
              <th scope="row">{bar.name}</th>
              <td>{bar.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
