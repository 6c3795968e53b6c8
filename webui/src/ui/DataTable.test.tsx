import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DataRow, DataTable } from './DataTable';

it.each([
  [false, 'Ações', 1],
  [true, 'Resposta', 0],
])('hides the last head from the eyes only where buttons stand below it (%s)', (hasNoButtons, last, hidden) => {
  render(
    <DataTable heads={['Nome', last]} hasNoButtons={hasNoButtons}>
      <DataRow>
        <td>Bia</td>
        <td>Sim</td>
      </DataRow>
    </DataTable>,
  );
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Nome', last]);
  expect(document.querySelectorAll('th .visually-hidden')).toHaveLength(hidden);
});
