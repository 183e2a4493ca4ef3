#!/usr/bin/env perl
# Finds the processes of this machine by their command lines; an action ends one. Perl with its core modules, on Linux.
use strict;
use warnings;
use JSON::PP;
my $json = JSON::PP->new->utf8->canonical;
$| = 1;

sub slurp { open my $file, '<', shift or return; local $/; return scalar readline $file }

# Returns a process. Its number may be reused, but not together with its start time: both are in the id.
sub process {
    my ($number) = @_;
    my $stat = slurp("/proc/$number/stat") or return;
    my ($name, @rest) = ($stat =~ /\((.*)\)/s, split ' ', $stat =~ s/.*\)//sr);
    my $line = (slurp("/proc/$number/cmdline") // '') =~ s/\0+\z//r =~ tr/\0\n\t/   /r || "[$name]";
    utf8::decode($line);
    return { id => "$number-$rest[19]", title => $line, snippet => "process $number, state $rest[0]", kind => 'process',
             insert => "$number", actions => ['end'] };
}

# Returns the process with this id; dies if it is no longer there.
sub known {
    my $process = $_[0] =~ /\A([0-9]+)-[0-9]+\z/ ? process($1) : undef;
    return $process && $process->{id} eq $_[0] ? $process : die { code => -32003, message => 'there is no such process any more' };
}

my %methods = (
    initialize => sub { return { protocolVersion => '1.0', name => 'processes', can => ['page', 'detail', 'perform'],
        options => { debounceMs => 50, minLength => 0 }, actions => [{ name => 'end', title => 'End it (SIGTERM)' }] } },
    page => sub {
        my ($query, $last, $size) = (lc $_[0]{query}, $_[0]{cursor} // 0, $_[0]{pageSize});
        # The cursor is a process number, so that none is listed twice or left out because another one has ended.
        my @numbers = grep { $_ > $last } sort { $a <=> $b } map { /(\d+)/ } glob '/proc/[0-9]*';
        my @found = grep { $_ && index(lc $_->{title}, $query) >= 0 } map { process($_) } @numbers;
        return { items => \@found } if @found <= $size;
        return { items => [@found[0 .. $size - 1]], next => $found[$size - 1]{insert} };
    },
    detail => sub {
        my $process = known($_[0]{id});
        return { title => $process->{title}, text => slurp("/proc/$process->{insert}/status") // '', format => 'code' };
    },
    perform => sub {
        die { code => -32602, message => 'there is no such action' } if $_[0]{action} ne 'end';
        my $number = known($_[0]{id})->{insert};
        kill TERM => $number or die { code => -32000, message => "process $number cannot be ended: $!" };
        return { message => "process $number was told to end", changed => JSON::PP::true };
    },
);

while (my $line = <STDIN>) {
    my $message = eval { $json->decode($line) };
    next if ref $message ne 'HASH' || !exists $message->{id};    # Notifications have no answer; nothing here takes long.
    my $method = $methods{ $message->{method} // '' } // sub { die { code => -32601, message => 'there is no such method' } };
    my $result = eval { $method->($message->{params}) };
    my %answer = $result ? (result => $result) : (error => ref $@ ? $@ : { code => -32000, message => "$@" });
    print $json->encode({ jsonrpc => '2.0', id => $message->{id}, %answer }), "\n";
}
