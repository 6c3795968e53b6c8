import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { Link, NavLink } from './Link';

function Here() {
  const { pathname, search, state } = useLocation();
  return <p data-testid="here">{`${pathname}${search} ${String(state)}`}</p>;
}

const show = (link: React.ReactNode, at = '/tickets') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      {link}
      <Here />
    </MemoryRouter>,
  );
const here = () => screen.getByTestId('here').textContent;

describe('a link inside the application', () => {
  it('moves without loading the page again', () => {
    show(
      <Link to={{ pathname: '/tickets/abc', search: '?tab=closed' }} state="kept">
        abrir
      </Link>,
    );
    const link = screen.getByRole('link');
    expect(link.getAttribute('href')).toBe('/tickets/abc?tab=closed');
    fireEvent.click(link);
    expect(here()).toBe('/tickets/abc?tab=closed kept');
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
    'leaves %o to the browser',
    (how) => {
      show(<Link to="/connections">abrir</Link>);
      fireEvent.click(screen.getByRole('link'), how);
      expect(here()).toBe('/tickets null');
    },
  );

  it('stays when its own handler said so', () => {
    show(
      <Link to="/connections" onClick={(event) => event.preventDefault()}>
        abrir
      </Link>,
    );
    fireEvent.click(screen.getByRole('link'));
    expect(here()).toBe('/tickets null');
  });

  it.each([
    ['/tickets', 'page'],
    ['/tickets/abc', 'page'],
    ['/ticketsother', null],
    ['/connections', null],
  ])('at %s the menu entry for /tickets is marked %s', (at, mark) => {
    show(<NavLink to="/tickets">Atendimentos</NavLink>, at);
    expect(screen.getByRole('link').getAttribute('aria-current')).toBe(mark);
  });
});
