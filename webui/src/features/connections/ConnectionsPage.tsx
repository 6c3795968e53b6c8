export default function ConnectionsPage() {
  return <main />;
}
