export default function TicketsPage() {
  return <section />;
}
